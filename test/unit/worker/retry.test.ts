import { FramefarmError } from '@framefarm/contract';
import type { FailureClass, StepRow } from '@framefarm/farm';
import { describe, expect, it } from 'vitest';
import { afterFailure, classOf } from '../../../apps/worker/src/coordinator/retry.js';
import { fileFailure, storeFileFailure } from '../../../libs/storage/src/failures.js';

const row = (
  failures: Partial<Record<FailureClass, number>>,
  last: FailureClass,
  code = 'BROWSER_CRASHED',
): StepRow => ({
  id: 'sound',
  step: { kind: 'sound', id: 'sound' },
  state: 'failed',
  attempt: 1,
  fence: 1,
  worker: 'one',
  claimedAt: null,
  beatAt: null,
  failedOn: ['one'],
  failures,
  error: { code, message: 'it broke', class: last },
  result: null,
  ms: null,
});
const certain = (): number => 1;

describe('the class of an error', () => {
  it.each([
    ['COMPOSITION_SCRIPT_ERROR', 'user'],
    ['RENDER_TIMEOUT', 'user'],
    ['BROWSER_CRASHED', 'host'],
    ['DISK_FULL', 'host'],
    ['BROWSER_NOT_FOUND', 'host'],
    ['CHUNK_ENVIRONMENT_MISMATCH', 'host'],
    ['CAPTURE_STALLED', 'stuck'],
    ['NAVIGATION_TIMEOUT', 'stuck'],
    ['SURFACE_OBSTACLE', 'stuck'],
    ['STORE_UNAVAILABLE', 'transient'],
    ['QUEUE_UNAVAILABLE', 'transient'],
  ] as const)('of %s is %s', (code, expected) => {
    expect(classOf(new FramefarmError(code, 'x'))).toBe(expected);
  });

  it('of a full store is not that of a full disk here', async () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    expect(classOf(storeFileFailure(full, '/store'))).toBe('transient');
    expect(classOf(fileFailure(full, '/tmp'))).toBe('host');
  });
});

describe('a failed step', () => {
  it('of a faulty composition is not tried again and keeps its code', () => {
    expect(afterFailure(row({ user: 1 }, 'user', 'COMPOSITION_SCRIPT_ERROR'), certain)).toMatchObject({
      again: false,
      reason: 'composition_invalid',
      failure: { code: 'COMPOSITION_SCRIPT_ERROR', owner: 'user', stage: 'process_audio', message: 'it broke' },
    });
  });

  it('of bad hosts is tried on three, silent ones included', () => {
    expect(afterFailure(row({ host: 1, stuck: 1 }, 'stuck'), certain)).toEqual({ again: true, delayMs: 0 });
    expect(afterFailure(row({ host: 2 }, 'host'), certain)).toEqual({ again: true, delayMs: 0 });
    expect(afterFailure(row({ host: 2, stuck: 1 }, 'host'), certain)).toMatchObject({ reason: 'step_exhausted' });
    expect(afterFailure(row({ host: 3 }, 'host', 'OUTPUT_INVALID'), certain)).toMatchObject({
      reason: 'verification_failed',
    });
  });

  it('of a page that stands still is tried twice, and says where', () => {
    expect(afterFailure(row({ stuck: 1 }, 'stuck', 'CAPTURE_STALLED'), certain)).toEqual({ again: true, delayMs: 0 });
    const twice = { ...row({ stuck: 2 }, 'stuck', 'CAPTURE_STALLED'), failedOn: ['one', 'two'] };
    expect(afterFailure(twice, certain)).toMatchObject({
      again: false,
      reason: 'step_exhausted',
      failure: {
        code: 'CAPTURE_STALLED',
        message: 'it broke; it was tried 2 times, on one, two',
        hint: expect.stringContaining('endless loop'),
      },
    });
  });

  it('that met an obstacle although its plan was to have no surface is not tried again', () => {
    expect(afterFailure(row({ stuck: 1 }, 'stuck', 'SURFACE_OBSTACLE'), certain)).toMatchObject({
      again: false,
      reason: 'step_exhausted',
      failure: {
        code: 'SURFACE_OBSTACLE',
        message: 'it broke',
        hint: expect.stringContaining('FRAMEFARM_SURFACE=off'),
      },
    });
  });

  it('is told with the hint of the fault itself, where it has one', () => {
    const failed = row({ user: 1 }, 'user', 'COMPOSITION_NOT_FOUND');
    const hint = 'Upload the project again.';
    const told = failed.error === null ? null : { ...failed.error, hint };
    expect(afterFailure({ ...failed, error: told }, certain)).toMatchObject({ again: false, failure: { hint } });
  });

  it('is told with what was true around it, and as an internal error where its code is none of ours', () => {
    const failed = row({ user: 1 }, 'user', 'BOILER_COLD');
    const circumstances = { elapsedMs: 5 } as unknown as NonNullable<StepRow['error']>['circumstances'];
    const told = failed.error === null ? null : { ...failed.error, circumstances };
    const after = afterFailure({ ...failed, error: told }, certain);
    expect(after).toMatchObject({ failure: { code: 'INTERNAL_ERROR', owner: 'system', circumstances } });
    const plain = afterFailure(row({ user: 1 }, 'user', 'LINT_FAILED'), certain);
    expect('failure' in plain && 'circumstances' in plain.failure).toBe(false);
  });

  it('that met a hiccup waits twice as long each time, at most four tries', () => {
    const delays = [1, 2, 3].map((transient) => afterFailure(row({ transient }, 'transient'), certain));
    expect(delays).toEqual([2_000, 4_000, 8_000].map((delayMs) => ({ again: true, delayMs })));
    expect(afterFailure(row({ transient: 1 }, 'transient'), () => 0)).toEqual({ again: true, delayMs: 1_000 });
    expect(afterFailure(row({ transient: 4 }, 'transient'), certain)).toMatchObject({ reason: 'step_exhausted' });
  });

  it('that lost its worker is due at once, and poison the sixth time', () => {
    expect(afterFailure(row({ lost: 5 }, 'lost'), certain)).toEqual({ again: true, delayMs: 0 });
    expect(afterFailure(row({ lost: 6 }, 'lost'), certain)).toMatchObject({
      again: false,
      reason: 'step_poison',
      failure: { code: 'WORKER_LOST', message: 'step sound lost its worker 6 times (one)' },
    });
    const unknown = { ...row({ lost: 6 }, 'lost'), failedOn: [], error: null };
    expect(afterFailure(unknown, certain)).toMatchObject({
      failure: { message: 'step sound lost its worker 6 times' },
    });
  });

  it('that was handed back counts for nothing', () => {
    expect(afterFailure(row({ returned: 1000 }, 'returned'), certain)).toEqual({ again: true, delayMs: 0 });
  });
});
