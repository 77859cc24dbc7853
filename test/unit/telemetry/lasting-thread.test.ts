import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LastingThread, startLastingThread } from '../../../libs/telemetry/src/health/lasting-thread.js';
import { openLog } from '../../../libs/telemetry/src/log/open-log.js';

/** Says where it listens, says again what it is told, and dies of `die`. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
if (workerData.taken) throw new Error('the port is taken');
parentPort.postMessage({ port: workerData.port });
parentPort.on('message', (word) => {
  if (word === 'die') throw new Error('out of memory');
  parentPort.postMessage(word);
});`;
const PAUSE_MS = 1_000;

interface Word {
  readonly port: number;
}

const lines: string[] = [];
const log = openLog('info', { program: 'test' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
const opened: (Word | null)[] = [];
let thread: LastingThread<Word>;
let taken = false;

const start = (onMessage?: (message: unknown) => void): Promise<LastingThread<Word>> =>
  startLastingThread<Word>({
    open: (first) => {
      opened.push(first);
      return new Worker(THREAD, { eval: true, workerData: { port: 9_100 + opened.length, taken }, stderr: true });
    },
    ...(onMessage === undefined ? {} : { onMessage }),
    log,
  });
const told = (words: string) => expect.poll(() => lines.at(-1)).toContain(words);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  lines.length = 0;
  opened.length = 0;
  taken = false;
});
afterEach(async () => {
  vi.useRealTimers();
  await thread?.close();
});

describe('the thread of a health listener', () => {
  it('is told when it dies, and started anew where it was', async () => {
    const said: unknown[] = [];
    thread = await start((message) => said.push(message));
    thread.post('die');
    await told('the thread of the health listener ended: out of memory; it is started anew');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    await told('answers again');
    expect(opened).toEqual([null, { port: 9_101 }]);
    thread.post('hello');
    await expect.poll(() => said).toEqual(['hello']);
  });

  it('is given up after some starts', async () => {
    thread = await start();
    taken = true;
    thread.post('die');
    await told('out of memory');
    while (!lines.at(-1)?.includes('not any more')) {
      const before = lines.length;
      await vi.advanceTimersByTimeAsync(PAUSE_MS);
      await expect.poll(() => lines.length).toBe(before + 1);
    }
    expect(opened).toHaveLength(6);
    expect(lines.at(-1)).toContain('the port is taken; it was started anew 5 times and is not any more');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects the start as its first one fails, and stays closed', async () => {
    taken = true;
    await expect(start()).rejects.toThrow('the port is taken');
    taken = false;
    thread = await start();
    await thread.close();
    expect([lines, vi.getTimerCount()]).toEqual([[], 0]);
  });
});
