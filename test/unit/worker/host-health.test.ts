import { FramefarmError } from '@framefarm/contract';
import type { Farm, StepRow } from '@framefarm/farm';
import { openLog } from '@framefarm/telemetry';
import { describe, expect, it } from 'vitest';
import { BLOCKING_WINDOW_MS, HostHealth } from '../../../apps/worker/src/announce/host-health.js';
import { Suspicion } from '../../../apps/worker/src/announce/suspicion.js';
import { classOf } from '../../../apps/worker/src/coordinator/retry.js';

const hosts = async (): Promise<boolean> => true;
const inputs = async (): Promise<boolean> => false;

describe('a host', () => {
  it('is blocked by failures of three different renders within ten minutes', async () => {
    const health = new HostHealth();
    expect(health.failed({ renderId: 'one', what: 'ENCODER_FAILED', at: 0 })).toBe(false);
    expect(health.failed({ renderId: 'two', what: 'ENCODER_FAILED', at: 1000 })).toBe(false);
    expect(health.failed({ renderId: 'two', what: 'ENCODER_FAILED', at: 2000 })).toBe(false);
    expect(health.failed({ renderId: 'three', what: 'DISK_FULL', at: 3000 })).toBe(true);
    await health.judge(hosts);
    expect(health.blocked).toContain('3 renders');
    expect(health.blocked).toContain('DISK_FULL');
  });

  it('is healthy again when its operator has cleared it, and may be blocked anew', async () => {
    const health = new HostHealth();
    const fail = async () => {
      for (const [at, renderId] of ['one', 'two', 'three'].entries()) health.failed({ renderId, what: 'X', at });
      await health.judge(hosts);
    };
    await fail();
    expect(health.blocked).not.toBeNull();
    health.clear();
    expect(health.blocked).toBeNull();
    expect(health.failed({ renderId: 'four', what: 'X', at: 4 })).toBe(false);
    await fail();
    expect(health.blocked).not.toBeNull();
  });

  it('is not blocked by failures that lie apart', () => {
    const health = new HostHealth();
    const times = [0, 1, 2].map((n) => n * BLOCKING_WINDOW_MS * 0.6);
    expect(times.map((at) => health.failed({ renderId: `render ${at}`, what: 'X', at }))).not.toContain(true);
  });

  it('is not blocked by failures of which it is acquitted, and each of them counts no more', async () => {
    const health = new HostHealth();
    for (const renderId of ['one', 'two', 'three']) health.failed({ renderId, what: 'X', at: 0 });
    await health.judge(inputs);
    expect(health.blocked).toBeNull();
    expect(health.failed({ renderId: 'four', what: 'X', at: 1 })).toBe(false);
  });
});

describe('failures on a host', () => {
  /** Ends of steps of four renders on worker `here`, and whether that blocks it. */
  async function blocked(code: ConstructorParameters<typeof FramefarmError>[0], about: Partial<Known> = {}) {
    const { failedOn = ['here'], tryBrowser = async () => {} } = about;
    const rows = [{ failedOn } as unknown as StepRow];
    const farm = { renders: { get: async () => ({ epoch: 1 }) }, steps: { list: async () => rows } } as unknown as Farm;
    const health = new HostHealth();
    const log = openLog('silent', { program: 'worker' });
    let told = 0;
    const onBlocked = async (): Promise<void> => {
      told += 1;
    };
    const suspicion = new Suspicion({ farm, worker: 'here', health, tryBrowser, onBlocked, log });
    const error = new FramefarmError(code, 'it broke');
    for (const renderId of ['one', 'two', 'three', 'four']) {
      await suspicion.note({ renderId, kind: 'capture', ms: 1, failure: { class: classOf(error), error } });
    }
    expect(told).toBe(health.blocked === null ? 0 : 1);
    return health.blocked !== null;
  }
  interface Known {
    readonly failedOn: readonly string[];
    readonly tryBrowser: () => Promise<void>;
  }
  const dead = () => Promise.reject(new Error('it does not start'));

  it.each([
    ['ENCODER_FAILED', 'here alone', {}, true],
    ['ENCODER_FAILED', 'on another worker too', { failedOn: ['here', 'there'] }, false],
    ['BROWSER_CRASHED', 'where the browser works', {}, false],
    ['BROWSER_CRASHED', 'where the browser does not start', { tryBrowser: dead }, true],
    ['CAPTURE_STALLED', 'by a page that stands still', { tryBrowser: dead }, false],
    ['NAVIGATION_TIMEOUT', 'by a page that never loads', { tryBrowser: dead }, false],
    ['SURFACE_OBSTACLE', 'by a page that its surface cannot show', { tryBrowser: dead }, false],
    ['VIDEO_EXTRACTION_FAILED', 'by a broken film', {}, false],
    ['COMPOSITION_SCRIPT_ERROR', 'by a faulty script', {}, false],
    ['CHUNK_ENVIRONMENT_MISMATCH', 'by other versions', {}, false],
  ] as const)('of code %s, %s', async (code, _, about, expected) => {
    expect(await blocked(code, about)).toBe(expected);
  });
});
