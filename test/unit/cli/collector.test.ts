/** What V8 collects during a render, each in a process of its own: its settings hold for all of one. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const COLLECTOR = new URL('../../../oclif/src/session/collector.ts', import.meta.url).href;
const STORE = new URL('../../../libs/browser/src/capture/picture-store.ts', import.meta.url).href;

/** The number that a module prints. */
async function printed(script: string, ...options: string[]): Promise<number> {
  const args = [...options, '--input-type=module', '--eval', script];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
}

it('the young generation stays as large as it was when a render began', async () => {
  const growth = await printed(`
    import { getHeapSpaceStatistics } from 'node:v8';
    import { calmCollector } from '${COLLECTOR}';
    const size = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
    calmCollector();
    const before = size();
    let kept = [];
    for (let at = 0; at < 600_000; at += 1) {
      kept.push({ at, list: [at] });
      if (kept.length > 40_000) kept = kept.slice(20_000);
    }
    console.log(size() - before);
  `);
  // Pages of V8 come and go by themselves; without the setting it grows by 30 MiB and more.
  expect(growth).toBeLessThanOrEqual(8 * 2 ** 20);
});

/** Whole collections while so many pictures of 1080p are made and kept by turns of the event loop. */
const collections = (make: string): Promise<number> =>
  printed(`
    import { PerformanceObserver, constants } from 'node:perf_hooks';
    import { setImmediate } from 'node:timers/promises';
    import { calmCollector } from '${COLLECTOR}';
    import { pictureStore } from '${STORE}';
    let whole = 0;
    const count = (list) => {
      for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) whole += 1;
    };
    const observer = new PerformanceObserver(count);
    observer.observe({ entryTypes: ['gc'] });
    calmCollector();
    const bytes = 1920 * 1080 * 1.5;
    const store = pictureStore(bytes);
    const kept = [];
    for (let index = 0; index < 32; index += 1) {
      kept.push(${make});
      await setImmediate();
    }
    count({ getEntries: () => observer.takeRecords() });
    console.log(kept.length === 32 ? whole : -1);
  `);

it('pictures that wait for an encoder are nothing to collect for', async () => {
  expect(await collections('store.take()')).toBe(0);
  // Held against memory that V8 counts.
  expect(await collections('Buffer.alloc(bytes, 1)')).toBeGreaterThan(0);
});
