import { spawnOwned, watchMemoryPeak } from '@framefarm/process';
import { describe, expect, it } from 'vitest';

/** Holds 200 MB in a process below another one until it is told to end. */
const HOLDER = `const b = Buffer.alloc(200e6, 1); console.log('held'); process.stdin.resume();`;
const PARENT = `const c = require('node:child_process').spawn(process.execPath, ['-e', process.argv[1]], { stdio: ['pipe', 'inherit', 'inherit'] });
process.stdin.once('data', () => { c.kill('SIGKILL'); c.once('close', () => console.log('let go')); }); process.stdin.resume();`;

describe('the peak of memory', () => {
  it('is that of a process with all below it, as long as they hold it', async () => {
    const parent = spawnOwned(process.execPath, ['-e', PARENT, HOLDER]);
    const said = (word: string): Promise<void> =>
      new Promise((resolve) => parent.child.stdout?.on('data', (data) => String(data).includes(word) && resolve()));
    const isHeld = said('held');
    const isFree = said('let go');
    try {
      await isHeld;
      const watch = watchMemoryPeak(parent.pid);
      expect(await watch.stop()).toBeGreaterThan(200e6);
      parent.child.stdin?.write('go');
      await isFree;
      const later = watchMemoryPeak(parent.pid);
      expect(await later.stop()).toBeLessThan(200e6);
    } finally {
      await parent.end(0);
    }
  });
});
