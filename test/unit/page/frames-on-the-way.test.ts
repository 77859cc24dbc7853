/** Frames that a jump goes through. */
import { describe, expect, it } from 'vitest';
import { type Begun, framesOnTheWay, goAlong } from '../../../libs/page/src/frame/frames-on-the-way.js';

const FPS = { num: 10, den: 1 };
const TREE = { instances: [{ id: 'root' }], timing: { clocks: new Map() } } as never;

interface Things {
  /** Beginnings of tweens, s. */
  readonly tweens?: readonly number[];
  /** s; may be replaced on the way. */
  plays?: readonly number[];
  /** ms. */
  timers?: readonly number[];
}

const begun = (things: Things): Begun => ({
  registry: {
    bound: new Map([
      ['root', [{ getChildren: () => (things.tweens ?? []).map((start) => ({ startTime: () => start })) }]],
    ]),
  } as never,
  gsap: { dues: () => things.plays ?? [] },
  timers: { dues: () => things.timers ?? [] },
});
const all = (things: Things, from: number, to: number): number[] => [
  ...framesOnTheWay(begun(things), TREE, from, to, FPS),
];

describe('frames on the way', () => {
  it('are none between a frame and the next one, nor where nothing begins', () => {
    expect(all({ tweens: [0.5], plays: [0.5], timers: [500] }, 4, 5)).toEqual([]);
    expect(all({}, -1, 100)).toEqual([]);
  });

  it('are those in which tweens begin and what plays by itself begins or ends, and the next ones', () => {
    expect(all({ tweens: [0.5, 1.21] }, -1, 100)).toEqual([5, 6, 13, 14]);
    expect(all({ plays: [2, 0.31] }, -1, 100)).toEqual([4, 5, 20, 21]);
  });

  it('are the one in which a timer is due and the one before, as a timer is fired before anything of its frame', () => {
    expect(all({ timers: [730, 2000] }, -1, 100)).toEqual([7, 8, 19, 20]);
  });

  it('leave out what was shown and what is shown next', () => {
    expect(all({ tweens: [0.5], plays: [1], timers: [2000] }, 5, 20)).toEqual([6, 10, 11, 19]);
  });

  it('give what is awaited in one its turn before the next one is asked for', async () => {
    const things: Things = { plays: [0.5] };
    const gone: number[] = [];
    const awaiting = async (): Promise<void> => {
      await null;
      await null;
      things.plays = [0.5, 3];
    };
    const way = framesOnTheWay(begun(things), TREE, -1, 60, FPS);
    await goAlong(way, (frame) => {
      gone.push(frame);
      if (frame === 6) void awaiting();
    });
    expect(gone).toEqual([5, 6, 30, 31]);
    expect(goAlong(framesOnTheWay(begun({}), TREE, -1, 60, FPS), () => {})).toBeUndefined();
  });

  it('know no time that is none', () => {
    expect(all({ tweens: [Number.NaN, 1], plays: [Number.NaN], timers: [Number.NaN] }, -1, 100)).toEqual([10, 11]);
  });

  it('are asked for anew after each, of which something else may have come', () => {
    const things: Things = { tweens: [1], plays: [0.5] };
    const gone: number[] = [];
    for (const frame of framesOnTheWay(begun(things), TREE, -1, 60, FPS)) {
      gone.push(frame);
      if (frame === 5) things.plays = [0.5, 2.5];
      if (frame === 25) things.plays = [2.5, 4];
    }
    expect(gone).toEqual([5, 6, 10, 11, 25, 26, 40, 41]);
  });
});
