/** Pages that capture one run together: what each shows, and what comes out. */
import type { CapturedFrame } from '@framefarm/browser';
import { describe, expect, it } from 'vitest';
import { captureSideBySide, stretchFrames } from '../../../libs/render/src/lanes/side-by-side.js';
import { lanesOfTeam, openTeam } from '../../../libs/render/src/lanes/team.js';

/** Pictures of one byte; several frames in a row look alike. */
const look = (frame: number): number => Math.floor(frame / 7);

class FakePage {
  /** Runs that it was asked for: first frame and count. */
  readonly runs: [first: number, count: number][] = [];
  /** Frames that it went through, shown or passed by. */
  readonly seen: number[] = [];
  /** Frames that it drew without giving them out. */
  readonly drawn: number[] = [];
  /** Pictures that were given out and not given back. */
  open = 0;
  /** Its runs that have not ended. */
  running = 0;
  readonly #failAt: number | undefined;
  readonly #gate: Promise<void>;

  constructor({ failAt, gate = Promise.resolve() }: { failAt?: number; gate?: Promise<void> } = {}) {
    this.#failAt = failAt;
    this.#gate = gate;
  }

  async passBy(first: number, count: number): Promise<void> {
    // The first frame of all comes twice.
    if (first === this.seen.at(-1)) this.seen.pop();
    for (let frame = first; frame < first + count; frame += 1) this.seen.push(frame);
  }

  async goOnAt(frame: number): Promise<void> {
    const last = this.seen.at(-1) ?? Number.NaN;
    expect(frame).toBe(last + 1);
    this.drawn.push(last);
  }

  async *captureRun(first: number, count: number): AsyncGenerator<CapturedFrame, void, undefined> {
    this.runs.push([first, count]);
    this.running += 1;
    try {
      for (let frame = first; frame < first + count; frame += 1) {
        await this.#gate;
        if (frame === this.#failAt) throw new Error(`frame ${frame} cannot be captured`);
        this.open += 1;
        this.seen.push(frame);
        yield {
          frame,
          image: Uint8Array.of(look(frame)),
          held: frame > first && look(frame) === look(frame - 1),
          release: () => {
            this.open -= 1;
          },
        };
      }
    } finally {
      this.running -= 1;
    }
  }
}

const pagesOf = (count: number): FakePage[] => Array.from({ length: count }, () => new FakePage());
const opened = (pages: readonly FakePage[]) => pages.map((page) => Promise.resolve(page));

async function collect(run: AsyncGenerator<CapturedFrame>, most = Number.POSITIVE_INFINITY) {
  const frames: { frame: number; held: boolean; image: number | undefined }[] = [];
  for await (const { frame, held, image, release } of run) {
    frames.push({ frame, held, image: image[0] });
    release?.();
    if (frames.length >= most) break;
  }
  return frames;
}

describe('pages side by side', () => {
  it.each([
    [1, 30],
    [2, 10],
    [3, 4],
    [4, 7],
    [5, 15],
  ])(
    '%i of them give each frame once, in order, and say which hold still, in stretches of %i',
    async (count, frames) => {
      const pages = pagesOf(count);
      const got = await collect(captureSideBySide(opened(pages), 10, 100, frames));
      expect(got).toEqual(
        Array.from({ length: 100 }, (_, index) => {
          const frame = 10 + index;
          return { frame, image: look(frame), held: index > 0 && look(frame) === look(frame - 1) };
        }),
      );
      expect(pages.map(({ open, running }) => open + running)).toEqual(pages.map(() => 0));
      expect(pages.flatMap(({ runs }) => runs).reduce((sum, [, length]) => sum + length, 0)).toBe(100);
    },
  );

  it('go through each frame up to their last one, in order, whoever captures it', async () => {
    const pages = pagesOf(3);
    await collect(captureSideBySide(opened(pages), 20, 200, 8));
    for (const { runs, seen } of pages) {
      expect(runs.length).toBeGreaterThan(1);
      expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => 20 + index));
    }
  });

  it('draw the two frames before each stretch, as a page that comes from there has drawn them', async () => {
    const pages = pagesOf(3);
    await collect(captureSideBySide(opened(pages), 20, 200, 8));
    for (const { runs, drawn } of pages) {
      const captured = new Set(
        runs.flatMap(([first, count]) => Array.from({ length: count }, (_, index) => first + index)),
      );
      for (const [first] of runs.filter(([first]) => first > 20)) {
        for (const before of [first - 2, first - 1]) expect(captured.has(before) || drawn.includes(before)).toBe(true);
      }
    }
  });

  it('take no more stretches than one for each and one more before those are handed on', async () => {
    const pages = pagesOf(2);
    const run = captureSideBySide(opened(pages), 0, 1_000, 5);
    await run.next();
    // Nothing else is under way: all that may be captured before the second frame is asked for is captured by then.
    for (let turn = 0; turn < 500; turn += 1) await null;
    expect(pages.flatMap(({ runs }) => runs).length).toBe(3);
    await run.return();
  });

  it('take part from when they are open, and are not waited for', async () => {
    const first = new FakePage();
    const never = new Promise<FakePage>(() => {});
    const got = await collect(captureSideBySide([Promise.resolve(first), never], 0, 40, 10));
    expect(got).toHaveLength(40);
    expect(first.runs).toHaveLength(4);
  });

  it.each([0, 3, 17, 39])('end with the failure of one that cannot capture frame %i', async (failAt) => {
    const pages = [new FakePage({ failAt }), new FakePage({ failAt })];
    const got: number[] = [];
    const run = async (): Promise<void> => {
      for await (const { frame, release } of captureSideBySide(opened(pages), 0, 40, 5)) {
        got.push(frame);
        release?.();
      }
    };
    await expect(run()).rejects.toThrow(`frame ${failAt} cannot be captured`);
    expect(got).toEqual(Array.from({ length: got.length }, (_, frame) => frame));
    expect(got.length).toBeLessThanOrEqual(failAt);
    expect(pages.map(({ open, running }) => open + running)).toEqual([0, 0]);
  });

  it('do without one that cannot be opened', async () => {
    const pages = pagesOf(2);
    const got = await collect(captureSideBySide([Promise.resolve(null), ...opened(pages)], 0, 40, 5));
    expect(got).toHaveLength(40);
  });

  it('stop when nobody wants more, and give back what waits', async () => {
    const pages = pagesOf(3);
    const got = await collect(captureSideBySide(opened(pages), 0, 500, 5), 7);
    expect(got).toHaveLength(7);
    expect(pages.map(({ open, running }) => open + running)).toEqual([0, 0, 0]);
  });

  it.each([
    [1280 * 720 * 1.5, 15],
    [1920 * 1080 * 4, 6],
    [3840 * 2160 * 1.5, 4],
    [3840 * 2160 * 4, 2],
  ])('have stretches by the size of a picture: of %i bytes, %i', (bytes, frames) => {
    expect(stretchFrames(bytes)).toBe(frames);
  });
});

describe('a team of lanes', () => {
  it.each([
    [
      5,
      2,
      [
        [0, 2, 4],
        [1, 3],
      ],
    ],
    [3, 3, [[0], [1], [2]]],
    [4, 1, [[0, 1, 2, 3]]],
  ] as const)('is one of those that %i lanes make for %i chunks at a time', (lanes, teams, expected) => {
    expect(Array.from({ length: teams }, (_, team) => lanesOfTeam(team, teams, lanes))).toEqual(expected);
  });

  class FakeStage extends FakePage {
    closed = false;
    readonly until: AbortSignal;

    constructor(until: AbortSignal) {
      super();
      this.until = until;
    }

    async takeWarnings(): Promise<readonly never[]> {
      return [];
    }

    async close(): Promise<void> {
      this.closed = true;
    }
  }

  /** A team whose lanes open as told: at once, never but for the signal, or not at all. */
  function team(...ways: readonly ('open' | 'never' | 'fails')[]) {
    const stages: FakeStage[] = [];
    const aborted: number[] = [];
    const leftOut: number[] = [];
    const opening = openTeam({
      lanes: ways.map((_, lane) => lane),
      stretchFrames: 10,
      onLeftOut: (lane) => leftOut.push(lane),
      open: async (lane, until) => {
        if (ways[lane] === 'fails') throw new Error(`lane ${lane} has no browser`);
        if (ways[lane] === 'open') {
          const stage = new FakeStage(until);
          stages.push(stage);
          return stage as never;
        }
        return new Promise((_, reject) => {
          until.addEventListener('abort', () => {
            aborted.push(lane);
            reject(until.reason);
          });
        });
      },
    });
    return { opening, stages, aborted, leftOut };
  }

  it('closes all when its first cannot be opened, those too that are still being opened', async () => {
    const { opening, stages, aborted, leftOut } = team('fails', 'open', 'never');
    await expect(opening).rejects.toThrow('lane 0 has no browser');
    expect(stages.map(({ closed }) => closed)).toEqual([true]);
    expect([aborted, leftOut]).toEqual([[2], []]);
  });

  it('goes on without another that cannot be opened', async () => {
    const { opening, leftOut } = team('open', 'fails', 'open');
    const opened = await opening;
    expect(await collect(opened.captureRun(0, 40))).toHaveLength(40);
    expect(leftOut).toEqual([1]);
  });

  it('closes those that are open as whole browsers, which others may use', async () => {
    const { opening, stages, aborted } = team('open', 'open', 'never');
    await (await opening).close();
    expect(stages.map(({ closed, until }) => closed && !until.aborted)).toEqual([true, true]);
    expect(aborted).toEqual([2]);
  });

  it('of one is that lane itself', async () => {
    const { opening, stages } = team('open');
    expect(await opening).toBe(stages[0]);
  });
});
