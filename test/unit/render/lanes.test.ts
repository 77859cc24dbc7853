import { type ChunkPlan, type ErrorCode, FramefarmError } from '@framefarm/contract';
import { describe, expect, it, vi } from 'vitest';
import { type Lane, type LaneWork, runLanes } from '../../../libs/render/src/lanes/schedule.js';
import { planChunks } from '../../../libs/render/src/plan/chunks.js';

/** Lanes whose captures and segments fail as the script says: `'chunk:attempt'` → code. */
function farm(
  frames: number,
  lanes: number,
  script: { capture?: Record<string, ErrorCode>; segment?: Record<string, ErrorCode> } = {},
) {
  const tries = new Map<number, number>();
  const done: number[] = [];
  let open = 0;
  let opened = 0;
  const work: LaneWork = {
    chunks: planChunks(frames, 0, 75),
    lanes,
    laneFree: async () => () => {},
    abort: new AbortController(),
    onRetry: () => {},
    open: async () => {
      open += 1;
      opened += 1;
      const lane: Lane = {
        capture: async (chunk: ChunkPlan) => {
          const attempt = (tries.get(chunk.index) ?? 0) + 1;
          tries.set(chunk.index, attempt);
          const key = `${chunk.index}:${attempt}`;
          await null;
          const fault = script.capture?.[key];
          if (fault) throw new FramefarmError(fault, key);
          const late = script.segment?.[key];
          const segment = late
            ? Promise.reject(new FramefarmError(late, key))
            : Promise.resolve().then(() => void done.push(chunk.index));
          return { segment };
        },
        close: async () => {
          open -= 1;
        },
      };
      return lane;
    },
  };
  return { work, done, tries, stillOpen: () => open, opened: () => opened };
}

describe('lanes', () => {
  it.each([1, 2, 3, 4])('%i lanes do every chunk exactly once and close', async (lanes) => {
    const run = farm(440, lanes);
    expect(await runLanes(run.work)).toEqual({ redoneFrames: 0, replacedLanes: 0 });
    expect(run.done.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(run.stillOpen()).toBe(0);
    expect(run.opened()).toBe(lanes);
  });

  it.each(['opened', 'captured', 'encoded'])(
    'that are being %s when the work is ended are not tried again',
    async (when) => {
      const run = farm(300, 2);
      const [onRetry, ended] = [vi.fn(), new FramefarmError('CAPTURE_STALLED', 'to begin again otherwise')];
      const fail = async (): Promise<never> => {
        run.work.abort.abort(ended);
        throw ended;
      };
      const lane: Lane = {
        capture: async () => (when === 'captured' ? fail() : { segment: Promise.resolve().then(fail) }),
        close: async () => {},
      };
      const open = async (): Promise<Lane> => (when === 'opened' ? fail() : lane);
      await expect(runLanes({ ...run.work, onRetry, open })).rejects.toBe(ended);
      expect(onRetry).not.toHaveBeenCalled();
    },
  );

  it('are opened once more where that failed, which is said, and no second time', async () => {
    for (const failures of [1, 2]) {
      const run = farm(300, 1);
      const told: Parameters<LaneWork['onRetry']>[0][] = [];
      let tries = 0;
      const open: LaneWork['open'] = async (laneIndex) => {
        tries += 1;
        if (tries <= failures) throw new FramefarmError('BROWSER_CRASHED', `try ${tries}`);
        return run.work.open(laneIndex);
      };
      const done = runLanes({ ...run.work, open, onRetry: (retry) => void told.push(retry) });
      if (failures === 1) {
        expect(await done).toEqual({ redoneFrames: 0, replacedLanes: 1 });
        expect(run.done).toEqual([0, 1, 2, 3]);
      } else await expect(done).rejects.toMatchObject({ code: 'BROWSER_CRASHED', message: 'try 2' });
      expect(told).toMatchObject([{ chunk: null, laneReplaced: true, wasCaptured: false }]);
    }
  });

  it('are not opened again after what no other try would cure', async () => {
    const run = farm(300, 1);
    const open = vi.fn(async () => Promise.reject(new FramefarmError('BROWSER_NOT_FOUND', 'none')));
    await expect(runLanes({ ...run.work, open })).rejects.toMatchObject({ code: 'BROWSER_NOT_FOUND' });
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('are left in the line for a place where no chunk waits for them any more', async () => {
    const run = farm(300, 2);
    const left: unknown[] = [];
    await runLanes({
      ...run.work,
      laneFree: async (signal) => {
        if (left.push(signal) === 1) return () => {};
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    expect(run.done).toEqual([0, 1, 2, 3]);
    expect([left.length, run.opened()]).toEqual([2, 1]);
  });

  it('take part as soon as there is a place for them while chunks wait', async () => {
    const run = farm(300, 2);
    const place = Promise.withResolvers<() => void>();
    let asked = 0;
    await runLanes({
      ...run.work,
      laneFree: async () => (asked++ === 0 ? () => {} : place.promise),
      open: async (laneIndex) => {
        const lane = await run.work.open(laneIndex);
        const capture: Lane['capture'] = async (chunk, ...given) => {
          place.resolve(() => {});
          await vi.waitFor(() => expect(run.opened()).toBe(2));
          return lane.capture(chunk, ...given);
        };
        return { ...lane, capture };
      },
    });
    expect(run.stillOpen()).toBe(0);
  });

  it.each([
    ['whose encoder failed late', { segment: { '0:1': 'ENCODER_FAILED' } }],
    ['whose encoder failed in the midst of it', { capture: { '1:1': 'ENCODER_FAILED' } }],
  ] as const)('never send a page back in time: a chunk %s is captured by a new one', async (_, script) => {
    const run = farm(300, 1, script);
    const pages: number[][] = [];
    await runLanes({
      ...run.work,
      open: async (laneIndex) => {
        const lane = await run.work.open(laneIndex);
        const shown: number[] = [];
        pages.push(shown);
        const capture: Lane['capture'] = (chunk, ...given) => {
          shown.push(chunk.index);
          return lane.capture(chunk, ...given);
        };
        return { ...lane, capture };
      },
    });
    expect(pages.length).toBeGreaterThan(1);
    for (const shown of pages) expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b));
  });

  it('begin to encode a chunk when the encoder of the one before has ended', async () => {
    const run = farm(300, 1);
    const [segments, waitedFor]: [Promise<void>[], Promise<void>[]] = [[], []];
    const capture: Lane['capture'] = async (_, encoderFree) => {
      waitedFor.push(encoderFree);
      const segment = Promise.resolve();
      segments.push(segment);
      return { segment };
    };
    await runLanes({ ...run.work, open: async () => ({ capture, close: async () => {} }) });
    expect(waitedFor.slice(1).map((waited) => segments.indexOf(waited))).toEqual([0, 1, 2]);
  });

  it('know of the next chunk whether it waits for them, is in the hands of another one, or none follows', async () => {
    const run = farm(300, 2);
    const both = Promise.withResolvers<void>();
    const elsewhere: Record<number, boolean> = {};
    await runLanes({
      ...run.work,
      open: async (laneIndex) => {
        const lane = await run.work.open(laneIndex);
        const capture: Lane['capture'] = async (chunk, free, isNextElsewhere) => {
          // Each lane has a chunk in hand.
          if (chunk.index === 1) both.resolve();
          await both.promise;
          elsewhere[chunk.index] = isNextElsewhere();
          return lane.capture(chunk, free, isNextElsewhere);
        };
        return { ...lane, capture };
      },
    });
    expect([elsewhere[0], elsewhere[1], elsewhere[3]]).toEqual([true, false, false]);
  });

  it('replace a crashed browser and redo only its chunk', async () => {
    const run = farm(300, 2, { capture: { '1:1': 'BROWSER_CRASHED' } });
    expect(await runLanes(run.work)).toEqual({ redoneFrames: 75, replacedLanes: 1 });
    expect(run.done.sort()).toEqual([0, 1, 2, 3]);
    expect(run.tries.get(0)).toBe(1);
    expect(run.stillOpen()).toBe(0);
  });

  it('redo only the chunk of an encoder that failed, last of all too, in a page that was never ahead of it', async () => {
    const run = farm(300, 1, { segment: { '3:1': 'ENCODER_FAILED' } });
    expect(await runLanes(run.work)).toEqual({ redoneFrames: 75, replacedLanes: 0 });
    expect(run.done.sort()).toEqual([0, 1, 2, 3]);
    expect(run.tries.get(0)).toBe(1);
    expect(run.opened()).toBe(2);
    expect(run.stillOpen()).toBe(0);
  });

  it.each([1, 2])(
    'give up at the second failure of an encoder, whichever chunk is captured meanwhile (%i lanes)',
    async (lanes) => {
      const run = farm(440, lanes, { segment: { '0:1': 'ENCODER_FAILED', '0:2': 'ENCODER_FAILED' } });
      await expect(runLanes(run.work)).rejects.toMatchObject({ code: 'ENCODER_FAILED', message: '0:2' });
      expect([...run.tries.values()].filter((tries) => tries > 1)).toEqual([2]);
      expect(run.stillOpen()).toBe(0);
    },
  );

  it.each([1, 2])('are over only when their encoders have ended, after a failure too (%i lanes)', async (lanes) => {
    const run = farm(300, lanes, { capture: { '2:1': 'COMPOSITION_SCRIPT_ERROR' } });
    const encoder = Promise.withResolvers<void>();
    let isOver = false;
    const done = runLanes({
      ...run.work,
      open: async (laneIndex) => {
        const lane = await run.work.open(laneIndex);
        const capture: Lane['capture'] = async (chunk, ...given) => {
          const captured = await lane.capture(chunk, ...given);
          return chunk.index === 1 ? { segment: encoder.promise } : captured;
        };
        return { ...lane, capture };
      },
    }).finally(() => {
      isOver = true;
    });
    done.catch(() => {});
    await vi.waitFor(() => expect(run.work.abort.signal.aborted).toBe(true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    encoder.reject(new FramefarmError('RENDER_CANCELLED', 'stop'));
    await expect(done).rejects.toMatchObject({ code: 'COMPOSITION_SCRIPT_ERROR' });
    expect(run.stillOpen()).toBe(0);
  });

  it('tell of a chunk that is done again whether all of it was captured', async () => {
    const told: Parameters<LaneWork['onRetry']>[0][] = [];
    const run = farm(300, 1, {
      capture: { '1:1': 'ENCODER_FAILED', '2:1': 'BROWSER_CRASHED' },
      segment: { '3:1': 'ENCODER_FAILED' },
    });
    await runLanes({ ...run.work, onRetry: (retry) => void told.push(retry) });
    expect(told.map(({ chunk, laneReplaced, wasCaptured }) => [chunk?.index, laneReplaced, wasCaptured])).toEqual([
      [1, false, false],
      [2, true, false],
      [3, false, true],
    ]);
  });

  it('are told to be closed when the slowest of them is', async () => {
    const run = farm(440, 2);
    const slow = Promise.withResolvers<void>();
    const told = vi.fn();
    const done = runLanes({
      ...run.work,
      onLanesClosed: told,
      open: async (laneIndex) => {
        const lane = await run.work.open(laneIndex);
        return laneIndex === 0 ? { ...lane, close: () => slow.promise.then(() => lane.close()) } : lane;
      },
    });
    await vi.waitFor(() => expect(run.stillOpen()).toBe(1));
    expect(told).not.toHaveBeenCalled();
    slow.resolve();
    await done;
    expect(told).toHaveBeenCalledTimes(1);
  });

  it.each([1, 2, 4])('finish with fewer lanes after a stall (%i lanes)', async (lanes) => {
    const run = farm(300, lanes, {
      capture: { '0:1': 'CAPTURE_STALLED', '2:1': 'CAPTURE_STALLED', '3:1': 'CAPTURE_STALLED' },
    });
    await runLanes(run.work);
    expect(run.done.sort()).toEqual([0, 1, 2, 3]);
    expect(run.stillOpen()).toBe(0);
  });

  it('give up at the second failure of a chunk, with its code', async () => {
    const run = farm(300, 2, { capture: { '1:1': 'CAPTURE_STALLED', '1:2': 'CAPTURE_STALLED' } });
    await expect(runLanes(run.work)).rejects.toMatchObject({ code: 'CAPTURE_STALLED', message: '1:2' });
    expect(run.stillOpen()).toBe(0);
  });

  it('never redo what the author or the disk caused', async () => {
    for (const code of ['COMPOSITION_SCRIPT_ERROR', 'DISK_FULL'] as const) {
      const run = farm(300, 2, { capture: { '0:1': code } });
      await expect(runLanes(run.work)).rejects.toMatchObject({ code });
      expect(run.tries.get(0)).toBe(1);
      expect(run.stillOpen()).toBe(0);
    }
  });

  it.each([1, 2])(
    'fail with what the last chunk failed with, which no lane waits for any more (%i lanes)',
    async (lanes) => {
      const run = farm(300, lanes, { capture: { '3:1': 'COMPOSITION_SCRIPT_ERROR' } });
      await expect(runLanes(run.work)).rejects.toMatchObject({ code: 'COMPOSITION_SCRIPT_ERROR' });
      expect(run.stillOpen()).toBe(0);
    },
  );

  it('are given back with their last frame, while its encoder works, and taken again when that encoder fails', async () => {
    const run = farm(100, 1);
    const log: string[] = [];
    const ends: ((failure?: FramefarmError) => void)[] = [];
    const work: LaneWork = {
      ...run.work,
      chunks: planChunks(60),
      laneFree: async () => {
        log.push('lane taken');
        return () => log.push('lane given back');
      },
      onLanesClosed: () => void log.push('no page is open'),
      open: async () => ({
        capture: async () => {
          log.push('captured');
          const segment = new Promise<void>((resolve, reject) => {
            ends.push((failure) => (failure === undefined ? resolve() : reject(failure)));
          });
          return { segment };
        },
        close: async () => void log.push('closed'),
      }),
    };
    const done = runLanes(work);
    const once = ['lane taken', 'captured', 'closed', 'no page is open', 'lane given back'];
    await vi.waitFor(() => expect(log).toEqual(once));
    ends[0]?.(new FramefarmError('ENCODER_FAILED', 'no'));
    await vi.waitFor(() => expect(log).toEqual([...once, ...once]));
    ends[1]?.();
    expect(await done).toEqual({ redoneFrames: 60, replacedLanes: 0 });
  });

  it('are given back only when what is told of the last one has been dealt with', async () => {
    const run = farm(100, 1);
    const log: string[] = [];
    const dealtWith = Promise.withResolvers<void>();
    const done = runLanes({
      ...run.work,
      laneFree: async () => () => log.push('lane given back'),
      onLanesClosed: () => {
        log.push('no page is open');
        return dealtWith.promise.then(() => void log.push('dealt with'));
      },
    });
    await vi.waitFor(() => expect(log).toEqual(['no page is open']));
    dealtWith.resolve();
    await done;
    expect(log).toEqual(['no page is open', 'dealt with', 'lane given back']);
  });

  it('wait with their first encoder for one that was left behind', async () => {
    let waitedFor: Promise<void> | undefined;
    const run = farm(100, 1);
    const open = async (): Promise<Lane> => ({
      capture: async (_, encoderFree) => {
        waitedFor = encoderFree;
        return { segment: Promise.resolve() };
      },
      close: async () => {},
    });
    const encoderFree = Promise.resolve();
    await runLanes({ ...run.work, chunks: planChunks(60), encoderFree, open });
    expect(waitedFor).toBe(encoderFree);
  });

  it('stop when the caller aborts', async () => {
    const run = farm(3000, 2);
    const reason = new FramefarmError('RENDER_CANCELLED', 'stop');
    run.work.abort.abort(reason);
    await expect(runLanes(run.work)).rejects.toBe(reason);
    expect(run.stillOpen()).toBe(0);
  });
});
