/** Compositions that fight the worker: each ends in its own name or is rendered right, and the next one is as ever (security 8). */
import type { RawOptions } from '@framefarm/contract';
import type { RenderRecord } from '@framefarm/farm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestFarm, type TestFarm, type TestWorker } from '../support/farm/workers.js';
import { familyOf, until } from '../support/machine/processes.js';
import { frameHashes } from '../support/output/decode.js';
import { composition, makeProject } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

const OPTIONS: RawOptions = { fps: 10, quality: 'draft' };
const BOX = `<style>@keyframes wander { to { transform: translateX(120px) } }
  #box { width: 40px; height: 40px; background: rgb(200, 0, 0); animation: wander 1s linear }</style><div id="box"></div>`;
const script = (code: string): string => `<script>${code}</script>`;

let farm: TestFarm;
let worker: TestWorker;
let plain: readonly string[];
beforeAll(async () => {
  farm = await startTestFarm();
  worker = await farm.worker('one');
  plain = await frameHashes(await farm.output(await rendered(composition(BOX))));
  expect(new Set(plain).size).toBeGreaterThan(5);
});
afterAll(() => farm.end());

async function rendered(html: string, options: RawOptions = OPTIONS): Promise<RenderRecord> {
  const { id } = await farm.submit(await farm.upload(await makeProject({ 'index.html': html })), options);
  return farm.ended(id);
}

describe('a page that fights', () => {
  it('is rendered right, though it replaces the clock and the frames, floods console and storage and closes itself', async () => {
    const flood = `for (let i = 0; i < 300; i++) console.log('\\u001b]0;owned\\u0007' + 'x'.repeat(5000));`;
    const storage = `try { for (let i = 0; ; i++) localStorage.setItem('key' + i, 'x'.repeat(100000)); } catch {}`;
    const builtins = `debugger; window.Date = class Date {}; performance.now = () => NaN;
      window.requestAnimationFrame = () => 0; window.close(); alert('stop'); document.title = '\\u001b[2J\\u001b]0;owned\\u0007';`;
    const record = await rendered(composition(script(flood + storage + builtins) + BOX));
    expect(record, record.error?.message).toMatchObject({ status: 'completed' });
    expect(await frameHashes(await farm.output(record))).toEqual(plain);
    const lines = (await farm.farm.steps.logs(record.id)).flatMap((step) => step.lines);
    expect(lines.join('\n').length).toBeLessThan(300_000);
  });

  it('is ended by name when it never comes to its end', async () => {
    const stuck = composition(script('while (true) {}') + BOX);
    const record = await rendered(stuck, { ...OPTIONS, browserTimeout: 1 });
    expect(record).toMatchObject({ status: 'failed', error: { code: 'NAVIGATION_TIMEOUT' } });
    expect(record.error?.message).toContain('no result after 1 s');
  });

  it('fails in its own name when it breaks what everything is built on', async () => {
    const broken = script(
      `console.warn('from here \\u001b[2J'); Array.prototype.map = () => { throw new Error('no lists') }`,
    );
    const record = await rendered(composition(broken + BOX));
    expect(record).toMatchObject({ status: 'failed', error: { code: 'COMPOSITION_SCRIPT_ERROR', owner: 'user' } });
    const { freeMemoryMB, browserConsoleTail = [] } = record.error?.circumstances ?? {};
    expect(freeMemoryMB).toBeGreaterThan(0);
    expect(browserConsoleTail[0]).toBe('warning: from here \\x1b[2J');
  });
});

describe('sizes and lengths', () => {
  it.each([
    // Other sizes, and lengths: test/unit/composition/root.test.ts and test/e2e/composition/render-length.test.ts.
    ['a width of 32768', composition(BOX, { width: 32_768 }), {}, 'COMPOSITION_SIZE_INVALID'],
    ['a frame rate of 1/0', composition(BOX), { fps: '1/0' }, 'VALIDATION_FAILED'],
    ['a frame rate of " 30"', composition(BOX), { fps: ' 30' }, 'VALIDATION_FAILED'],
  ])('%s is refused by name and tried once', async (_, html, options, code) => {
    const record = await rendered(html, { ...OPTIONS, ...options } as RawOptions);
    expect(record).toMatchObject({ status: 'failed', error: { owner: 'user', code: expect.stringMatching(code) } });
    expect(await farm.farm.steps.list(record.id, record.epoch)).toMatchObject([{ id: 'prepare', attempt: 1 }]);
  });

  it('an odd size and 30000/1001 frames a second are rendered', async () => {
    const record = await rendered(composition(BOX, { width: 161, height: 91, duration: 0.2 }), {
      ...OPTIONS,
      fps: '30000/1001',
    });
    expect(record, record.error?.message).toMatchObject({ status: 'completed', output: { fps: '30000/1001' } });
  });
});

it('what fails names no directory of the worker, and leaves no process', async () => {
  const html = composition('<video id="clip" src="film.mp4" data-start="0" data-duration="1" muted></video>');
  const project = await makeProject({ 'index.html': html, 'film.mp4': 'no film\n'.repeat(100) });
  const record = await farm.ended((await farm.submit(await farm.upload(project), OPTIONS)).id);
  const logs = await farm.farm.steps.logs(record.id);
  expect(record.error?.message).toContain('film.mp4');
  expect(JSON.stringify([record, logs])).not.toContain(worker.scratch);
  await until(
    () => familyOf(worker.pid).every(({ command }) => !command.includes('--user-data-dir')),
    () => 'a browser runs',
    60_000,
  );
});

it('the next render is as the first', async () => {
  const record = await rendered(composition(`${BOX}<!-- again -->`));
  expect(await frameHashes(await farm.output(record))).toEqual(plain);
});
