/** Start references and windows (reference: composition-format 3, 4, 6). */
import {
  childTime,
  coversFrame,
  frameWindow,
  parseRate,
  parseSeconds,
  parseStart,
  resolveTiming,
  sourceFrame,
  type TimedElement,
  type TimedInstance,
} from '@framefarm/composition/timing';
import { describe, expect, it } from 'vitest';

const fps = { num: 30, den: 1 };
let nextKey = 0;
function element(id: string, start: string | null, more: Partial<TimedElement> = {}): TimedElement {
  return {
    key: nextKey++,
    id,
    compositionId: null,
    instance: 'main',
    start,
    duration: null,
    end: null,
    mediaLength: null,
    childLength: null,
    isMedia: false,
    ...more,
  };
}
const root: TimedInstance = { id: 'main', host: null, playbackStart: 0, rate: 1 };

function windows(elements: TimedElement[], instances: TimedInstance[] = [root]) {
  const timing = resolveTiming(elements, instances);
  const of = (id: string) => {
    const found = elements.find((candidate) => candidate.id === id);
    const window = timing.windows.get(found?.key ?? -1);
    if (window === undefined) throw new Error(`no window for ${id}`);
    return window;
  };
  return { of, timing, frames: (id: string) => frameWindow(of(id), fps) };
}

describe('references', () => {
  it('places b after a and c 0.1 s after b, in whole frames', () => {
    const { frames } = windows([
      element('a', '0', { duration: '0.5' }),
      element('b', 'a', { duration: '0.2' }),
      element('c', 'b + 0.1'),
    ]);
    expect(frames('a')).toEqual({ first: 0, last: 15 });
    expect(frames('b')).toEqual({ first: 15, last: 21 });
    expect(frames('c')).toEqual({ first: 24, last: Number.POSITIVE_INFINITY });
  });

  it('reads c+0.5 as an offset and c-0.5 as an unknown id that starts at 0 and is reported', () => {
    const { of, timing } = windows([
      element('c', '1', { duration: '1' }),
      element('plus', 'c+0.5'),
      element('minus', 'c-0.5'),
      element('spaced', 'c - 0.5'),
    ]);
    expect(of('plus').start).toBe(2.5);
    expect(of('minus').start).toBe(0);
    expect(of('spaced').start).toBe(1.5);
    expect(timing.problems).toHaveLength(1);
    expect(timing.problems[0]).toMatchObject({ code: 'unresolved_start_reference' });
    expect(timing.problems[0]?.message).toContain('"c - 0.5"');
  });

  it('prefers an element whose id holds the minus', () => {
    const { of } = windows([element('c-1', '2', { duration: '1' }), element('x', 'c-1')]);
    expect(of('x').start).toBe(3);
  });

  it('name the element with that id, else the composition, and the first of several', () => {
    const { of } = windows([
      element('x', 'intro'),
      element('host', '1', { compositionId: 'intro', duration: '1' }),
      element('other', '5', { compositionId: 'intro', duration: '1' }),
      element('y', 'outro'),
      element('second', '7', { compositionId: 'outro', duration: '1' }),
      element('outro', '3', { duration: '1' }),
      element('outro', '9', { duration: '1' }),
    ]);
    expect([of('x').start, of('y').start]).toEqual([2, 4]);
  });

  it('stay within their composition', () => {
    const { of, timing } = windows(
      [element('a', '0', { duration: '1' }), element('x', 'a', { instance: 'card' })],
      [root, { id: 'card', host: null, playbackStart: 0, rate: 1 }],
    );
    expect([of('x').start, timing.problems.length]).toEqual([0, 1]);
  });

  it('to what has no known end mean its start', () => {
    const { of } = windows([element('a', '2'), element('b', 'a'), element('c', 'a + 0.5')]);
    expect([of('b').start, of('c').start]).toEqual([2, 2.5]);
  });

  it('that nothing answers propose spaces only where a minus may be meant', () => {
    const { timing } = windows([element('x', 'a-b'), element('y', 'a-1.5')]);
    expect(timing.problems.map(({ message }) => /did you mean "(.*?)"/.exec(message)?.[1] ?? null)).toEqual([
      null,
      'a - 1.5',
    ]);
  });

  it('ends a 3 s video with rate 2 at 1.5 s, so "v - 0.5" is 1', () => {
    const { of } = windows([element('v', '0', { isMedia: true, mediaLength: 1.5 }), element('x', 'v - 0.5')]);
    expect(of('v').end).toBe(1.5);
    expect(of('x').start).toBe(1);
  });

  it('names both ids of a cycle, all of which start at 0, and goes on', () => {
    const { timing, of } = windows([
      element('after', 'b + 0.5'),
      element('a', 'b', { duration: '1' }),
      element('b', 'a + 2', { duration: '1' }),
    ]);
    expect([of('a').start, of('b').start, of('after').start]).toEqual([0, 0, 1.5]);
    expect(timing.problems).toHaveLength(1);
    expect(timing.problems[0]).toMatchObject({ code: 'cyclic_start_reference' });
    expect(timing.problems[0]?.message).toMatch(/"a".*"b"/);
  });

  it('never starts before zero through an offset', () => {
    const { of } = windows([element('a', '0', { duration: '1' }), element('b', 'a - 5')]);
    expect(of('b').start).toBe(0);
  });
});

describe('windows', () => {
  it('sets a negative start to 0 and keeps the length', () => {
    expect(windows([element('a', '-1', { duration: '2' })]).of('a')).toEqual({ start: 0, end: 2 });
  });

  it('does not lose a frame to binary noise', () => {
    expect(windows([element('a', '0.30000000000000004')]).frames('a').first).toBe(9);
  });

  it.each(['0', '-2', 'NaN', 'Infinity', '', null])('stays open for the length %j', (duration) => {
    expect(windows([element('a', '1', { duration })]).of('a').end).toBeNull();
  });

  it('honours data-end alone, and not beside data-duration', () => {
    const { of } = windows([element('a', '1', { end: '3' }), element('b', '1', { end: '3', duration: '5' })]);
    expect(of('a').end).toBe(3);
    expect(of('b').end).toBe(6);
    // Beside a length that is none it says nothing either, nor does an end that is not behind the start.
    expect(windows([element('c', '1', { end: '3', duration: '0' })]).of('c').end).toBeNull();
    expect(windows([element('d', '3', { end: '3' })]).of('d').end).toBeNull();
  });

  it('covers its first frame and not its last', () => {
    const window = { first: 3, last: 6 };
    expect([2, 3, 5, 6].map((frame) => coversFrame(window, frame))).toEqual([false, true, true, false]);
  });
});

describe('nested compositions', () => {
  const host = () => element('host', '4', { duration: '6' });
  const nest = (child: TimedElement, parent: TimedElement, rate = 1, playbackStart = 0) =>
    windows([parent, child], [root, { id: 'card', host: parent.key, playbackStart, rate }]);

  it('adds the start of the host', () => {
    const { of } = nest(element('x', '1', { duration: '2', instance: 'card' }), host());
    expect(of('x')).toEqual({ start: 5, end: 7 });
  });

  it('moves windows by playback-start and does not scale them by the rate', () => {
    const { of } = nest(element('x', '1', { duration: '2', instance: 'card' }), host(), 2, 0.5);
    expect(of('x')).toEqual({ start: 4.5, end: 6.5 });
  });

  it('takes a numeric media start as absolute when it overlaps the window of the host', () => {
    const media = { isMedia: true, duration: '2', instance: 'card' };
    expect(nest(element('v', '0', media), host()).of('v').start).toBe(4);
    expect(nest(element('v', '5', media), host()).of('v').start).toBe(5);
    expect(nest(element('v', '5', { ...media, startBasis: 'local' }), host()).of('v').start).toBe(9);
    expect(nest(element('v', '1', { ...media, startBasis: 'global' }), host()).of('v').start).toBe(1);
    // The host is there from 4 to 10 s: touching it is no overlap.
    expect(nest(element('v', '2', media), host()).of('v').start).toBe(6);
    expect(nest(element('v', '2.1', media), host()).of('v').start).toBe(2.1);
    expect(nest(element('v', '4', media), host()).of('v').start).toBe(4);
    expect(nest(element('v', '10', media), host()).of('v').start).toBe(14);
    expect(nest(element('v', '12', media), element('host', '4')).of('v').start).toBe(12);
    // What is no number, no medium, or of the root itself counts from where it stands.
    expect(nest(element('v', null, media), host()).of('v').start).toBe(4);
    expect(nest(element('x', '5', { ...media, isMedia: false }), host()).of('x').start).toBe(9);
    expect(windows([element('v', '5', { isMedia: true, duration: '2' })]).of('v').start).toBe(5);
  });

  it('looks at the start alone of a medium whose length nobody wrote', () => {
    const media = { isMedia: true, instance: 'card', mediaLength: 3 };
    expect(nest(element('v', '2', media), host()).of('v')).toEqual({ start: 6, end: 9 });
    expect(nest(element('v', '2', { ...media, end: '5' }), host()).of('v')).toEqual({ start: 2, end: 5 });
    expect(nest(element('v', '2', { ...media, duration: '3' }), host()).of('v')).toEqual({ start: 2, end: 5 });
  });

  it('adds up starts and multiplies rates through all levels', () => {
    const outer = element('outer', '2', { duration: '8' });
    const inner = element('inner', '1', { duration: '4', instance: 'card' });
    const { timing, of } = windows(
      [outer, inner, element('x', '0.5', { duration: '1', instance: 'badge' })],
      [
        root,
        { id: 'badge', host: inner.key, playbackStart: 0.25, rate: 3 },
        { id: 'card', host: outer.key, playbackStart: 0, rate: 2 },
      ],
    );
    expect(of('x')).toEqual({ start: 3.25, end: 4.25 });
    expect(Object.fromEntries(timing.clocks)).toEqual({
      main: { hostStart: 0, playbackStart: 0, rate: 1 },
      card: { hostStart: 2, playbackStart: 0, rate: 2 },
      badge: { hostStart: 3, playbackStart: 0.25, rate: 6 },
    });
  });

  it('ends a host without duration when its 1 s child ends, at any rate', () => {
    const parent = element('host', '2', { childLength: 1 });
    expect(nest(element('x', '0', { instance: 'card' }), parent, 3).of('host')).toEqual({ start: 2, end: 3 });
  });

  it('runs the time of a child by playback-start and rate', () => {
    expect(childTime({ hostStart: 4, playbackStart: 0.5, rate: 2 }, 6)).toBe(4.5);
  });
});

describe('numbers', () => {
  it('clamps rates and replaces invalid ones by 1', () => {
    expect(['0.01', '50', 'x', '0', null, '2'].map((text) => parseRate(text))).toEqual([0.1, 10, 1, 1, 1, 2]);
  });

  it('reads only finite numbers', () => {
    expect(['1.5', ' 2 ', '1e3', 'abc', '1s', 'Infinity', '', '1e999'].map((text) => parseSeconds(text))).toEqual([
      1.5,
      2,
      1000,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('reads a start that is nothing as 0', () => {
    expect(parseStart('  ', () => false)).toEqual({ kind: 'number', seconds: 0 });
    expect(parseStart('1e999', () => false)).toEqual({ kind: 'number', seconds: 0 });
  });

  it('finds the source picture without falling back a frame', () => {
    expect(sourceFrame(0.1 + 0.2, 1, { num: 10, den: 1 })).toBe(3);
    expect(sourceFrame(0.2999, 1, { num: 10, den: 1 })).toBe(2);
    expect(sourceFrame(2, 1.5, { num: 30_000, den: 1001 })).toBe(89);
  });
});

describe('a chain of references', () => {
  const LENGTH = 20_000;
  const name = (index: number) => `e${index}`;

  it('may be as long as a document, in whatever order it stands there', () => {
    const start = (index: number) => (index === LENGTH - 1 ? '0' : name(index + 1));
    const elements = Array.from({ length: LENGTH }, (_, index) =>
      element(name(index), start(index), { duration: '1' }),
    );
    const { windows: found, problems } = resolveTiming(elements, [root]);
    expect(found.get(elements[0]?.key ?? -1)).toEqual({ start: LENGTH - 1, end: LENGTH });
    expect(problems).toEqual([]);
  });

  it('that ends in itself is told once', () => {
    const elements = Array.from({ length: LENGTH }, (_, index) => element(name(index), name((index + 1) % LENGTH)));
    const { problems } = resolveTiming(elements, [root]);
    expect(problems.map(({ code, key }) => [code, key])).toEqual([
      ['cyclic_start_reference', elements[LENGTH - 1]?.key],
    ]);
  });
});

describe('a video that loops without a start or a length', () => {
  it('has no end, is at least one pass long, and ends with it for references', () => {
    const { of } = windows([
      element('v', null, { isMedia: true, mediaLength: 1.5, loopsFreely: true }),
      element('x', 'v - 0.5'),
    ]);
    expect(of('v')).toEqual({ start: 0, end: null, passEnd: 1.5 });
    expect(of('x').start).toBe(1);
  });
});
