import { FramefarmError } from '@framefarm/contract';
import { startTimeLimit, withDeadline } from '@framefarm/process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Liveness } from '../../../libs/browser/src/stage/liveness.js';

let stoodStillMs = 0;

beforeEach(() => {
  stoodStillMs = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + stoodStillMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a limit of time', () => {
  it('passes once, after its time', () => {
    const passed = vi.fn();
    startTimeLimit(5_000, passed);
    vi.advanceTimersByTime(4_999);
    expect(passed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(passed).toHaveBeenCalledOnce();
  });

  it('does not pass once it is ended', () => {
    const passed = vi.fn();
    startTimeLimit(5_000, passed)();
    vi.advanceTimersByTime(60_000);
    expect(passed).not.toHaveBeenCalled();
  });

  it('passes where a busy process comes to it late', () => {
    const passed = vi.fn();
    startTimeLimit(5_000, passed);
    stoodStillMs = 900;
    vi.advanceTimersByTime(5_000);
    expect(passed).toHaveBeenCalledOnce();
  });

  it('begins anew where the process itself stood still meanwhile', () => {
    const passed = vi.fn();
    startTimeLimit(5_000, passed);
    stoodStillMs = 60_000;
    vi.advanceTimersByTime(9_999);
    expect(passed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(passed).toHaveBeenCalledOnce();
  });
});

describe('a render that was stopped by Ctrl-Z, or with its whole container, and goes on', () => {
  /** An answer that is on its way when the process comes to itself, behind several more. */
  async function answered(guard: (work: Promise<string>) => Promise<string>): Promise<string> {
    const work = new Promise<string>((resolve) => setTimeout(resolve, 32_000, 'answer'));
    const result = guard(work);
    stoodStillMs = 600_000;
    await vi.advanceTimersByTimeAsync(32_000);
    return result;
  }

  it('goes on to wait for a browser that starts, and for an encoder', async () => {
    const late = { ms: 30_000, code: 'BROWSER_CRASHED', waitingFor: 'the browser to start' } as const;
    expect(await answered((work) => withDeadline(work, late))).toBe('answer');
  });

  it('goes on to wait for a frame', async () => {
    const phase = { ms: 30_000, code: 'CAPTURE_STALLED', waitingFor: 'frame 7' } as const;
    expect(await answered((work) => new Liveness().guard(() => work, phase))).toBe('answer');
  });

  it('ends its waits once they have had their time', async () => {
    const phase = { ms: 30_000, code: 'CAPTURE_STALLED', waitingFor: 'frame 7' } as const;
    const frame = new Liveness().guard(() => new Promise(() => {}), phase);
    const failed = expect(frame).rejects.toThrow(FramefarmError);
    stoodStillMs = 600_000;
    await vi.advanceTimersByTimeAsync(60_000);
    await failed;
  });
});
