import { describe, expect, it } from 'vitest';
import { BLOCKING_WINDOW_MS, HostHealth } from '../../../apps/worker/src/announce/host-health.js';

describe('a host', () => {
  it('is blocked by failures of three different renders within ten minutes', () => {
    const health = new HostHealth();
    health.failed('one', 'BROWSER_CRASHED', 0);
    health.failed('two', 'BROWSER_CRASHED', 1000);
    health.failed('two', 'BROWSER_CRASHED', 2000);
    expect(health.blocked).toBeNull();
    health.failed('three', 'DISK_FULL', 3000);
    expect(health.blocked).toContain('3 renders');
    expect(health.blocked).toContain('DISK_FULL');
  });

  it('is healthy again when its operator has cleared it, and may be blocked anew', () => {
    const health = new HostHealth();
    const fail = () => ['one', 'two', 'three'].forEach((render, at) => void health.failed(render, 'X', at));
    fail();
    health.clear();
    expect(health.blocked).toBeNull();
    health.failed('four', 'X', 4);
    expect(health.blocked).toBeNull();
    fail();
    expect(health.blocked).not.toBeNull();
  });

  it('is not blocked by pages that never come to their end, however many', () => {
    const health = new HostHealth();
    for (const id of ['one', 'two', 'three', 'four']) {
      health.failed(id, 'NAVIGATION_TIMEOUT', 0);
      health.failed(`${id} again`, 'CAPTURE_STALLED', 0);
    }
    expect(health.blocked).toBeNull();
  });

  it('is not blocked by failures that lie apart', () => {
    const health = new HostHealth();
    for (const at of [0, 1, 2].map((n) => n * BLOCKING_WINDOW_MS * 0.6)) health.failed(`render ${at}`, 'X', at);
    expect(health.blocked).toBeNull();
  });
});
