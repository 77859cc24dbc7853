/** A batch in made-up time: the scheduler of rows and that of chunks as they are, and captures that only take time. */
import { scheduleRows } from '../../../libs/batch/src/schedule/row-scheduler.js';
import { runLanes } from '../../../libs/render/src/lanes/schedule.js';
import { autoLanes } from '../../../libs/render/src/plan/lanes.js';

/** Units of time: that of one chunk is 10 more or less. */
const GET_READY = 3;
const ASSEMBLE = 2;
const chunkTime = (row: number, chunk: number): number => 9 + ((row * 7 + chunk * 3) % 4);

export interface SimulatedBatch {
  readonly cores: number;
  /** Chunks of each row. */
  readonly rows: readonly number[];
  readonly concurrency?: number;
  /** Lanes that the memory has room for beside those that are open; without it any. */
  readonly room?: (open: number) => number;
}

export interface Simulated {
  /** `start 0`, `complete 0`, in order. */
  readonly log: readonly string[];
  readonly mostLanes: number;
  /** Most rows that got ready or captured: each has a browser. */
  readonly mostBrowsers: number;
  readonly mostRunning: number;
  /** Most rows that were under way, or done and not told. */
  readonly mostUnfinished: number;
  /** Share of the lanes' time that was used, from the first capture until no chunk was left to begin. */
  readonly used: number;
}

class Clock {
  now = 0;
  readonly #due: { readonly at: number; readonly call: () => void }[] = [];

  sleep(units: number): Promise<void> {
    return new Promise((call) => this.#due.push({ at: this.now + units, call }));
  }

  /** Lets time go on until nothing is due any more. */
  async run(): Promise<void> {
    for (;;) {
      for (let round = 0; round < 60; round += 1) await Promise.resolve();
      this.#due.sort((a, b) => a.at - b.at);
      const next = this.#due.shift();
      if (next === undefined) return;
      this.now = next.at;
      next.call();
    }
  }
}

export async function simulate({ cores, rows, concurrency = 1, room }: SimulatedBatch): Promise<Simulated> {
  const lanes = Math.max(autoLanes(cores), concurrency);
  const share = Math.max(1, Math.floor(autoLanes(cores) / concurrency));
  const clock = new Clock();
  const log: string[] = [];
  let open = 0;
  let mostLanes = 0;
  let browsers = 0;
  let mostBrowsers = 0;
  let running = 0;
  let mostRunning = 0;
  let unfinished = 0;
  let mostUnfinished = 0;
  let left = rows.reduce((sum, chunks) => sum + chunks, 0);
  let from: number | null = null;
  let until = 0;
  /** Lane time up to the last beginning of a chunk. */
  const used: { readonly from: number; readonly to: number }[] = [];

  const capture = async (row: number, chunk: number): Promise<{ readonly segment: Promise<void> }> => {
    const began = clock.now;
    from ??= began;
    left -= 1;
    if (left === 0) until = began;
    await clock.sleep(chunkTime(row, chunk));
    used.push({ from: began, to: clock.now });
    return { segment: Promise.resolve() };
  };
  const batch = scheduleRows<number>(
    {
      inputDigests: rows.map((_, index) => `row ${index}`),
      done: new Map(),
      concurrency,
      lanes,
      failFast: false,
      signal: new AbortController().signal,
    },
    {
      render: async (index, turn, signal) => {
        unfinished += 1;
        mostUnfinished = Math.max(mostUnfinished, unfinished);
        browsers += 1;
        mostBrowsers = Math.max(mostBrowsers, browsers);
        const chunks = Array.from({ length: rows[index] ?? 0 }, (_, chunk) => ({
          index: chunk,
          firstFrame: 60 * chunk,
          frames: 60,
          leadIn: 0,
        }));
        await clock.sleep(GET_READY);
        const most = Math.min(share, chunks.length);
        const own = await turn({ lanes: most, room: room?.(open) ?? Number.POSITIVE_INFINITY }, signal);
        await runLanes({
          chunks,
          lanes: most,
          laneFree: own.lane,
          abort: new AbortController(),
          onRetry: () => {},
          onLanesClosed: () => {
            browsers -= 1;
          },
          open: async () => {
            open += 1;
            mostLanes = Math.max(mostLanes, open);
            return {
              capture: (chunk) => capture(index, chunk.index),
              close: async () => {
                open -= 1;
              },
            };
          },
        });
        await own.captured();
        await clock.sleep(ASSEMBLE);
        own.end();
        return index;
      },
      copy: async (copied) => copied,
      started: (index) => {
        running += 1;
        mostRunning = Math.max(mostRunning, running);
        log.push(`start ${index}`);
      },
      completed: (index) => {
        running -= 1;
        unfinished -= 1;
        log.push(`complete ${index}`);
      },
      failed: (index, error) => log.push(`fail ${index} ${error.message}`),
      skipped: (index) => log.push(`skip ${index}`),
    },
  );
  await clock.run();
  await batch;
  const busy = used.reduce((sum, one) => sum + Math.max(0, Math.min(one.to, until) - one.from), 0);
  return { log, mostLanes, mostBrowsers, mostRunning, mostUnfinished, used: busy / (lanes * (until - (from ?? 0))) };
}
