/** Pages that fail, never rest, or fight the one who looks at them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { frameHashes } from '../../support/output/decode.js';
import { composition, makeProject } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { renderFaulty, renderFaultyHere } from '../../support/renders/fault-bench.js';
import { renderCold } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

const script = (code: string): string => `<script>${code}</script>`;
const onFrame = (code: string): string => script(`addEventListener('hf-seek', ({ detail: { time } }) => { ${code} });`);

describe('a script that throws', () => {
  const files = {
    'index.html': composition(
      `<script src="js/broken.js"></script>${onFrame('if (time > 0.1) throw new Error("too late")')}`,
      { duration: 0.2 },
    ),
    'js/broken.js': '// first line\n\nundefinedFunction();\n',
  };

  it('is a warning that names the file and the line, and another one when it throws at a frame', async () => {
    const { exitCode, last } = await renderFaultyHere({ ...files });
    expect(exitCode).toBe(0);
    for (const message of [/undefinedFunction.*js\/broken\.js:3/s, /too late/]) {
      expect(last.warnings).toContainEqual(
        expect.objectContaining({ code: 'script_error', message: expect.stringMatching(message) }),
      );
    }
  });

  it('fails with --strict, naming the same', async () => {
    const { exitCode, last, output } = await renderFaultyHere({ ...files }, { flags: ['--strict'] });
    expect(last).toMatchObject({
      errorCode: 'COMPOSITION_SCRIPT_ERROR',
      error: expect.stringMatching(/undefinedFunction.*js\/broken\.js:3/s),
    });
    expect(exitCode).toBe(1);
    expect(existsSync(output)).toBe(false);
  });
});

describe('a page that never rests', () => {
  const never = composition(script('window.__hfTimelinesBuilding = true'), { duration: 0.2 });

  it('is captured as it is after its budget, with a warning that says what was missing', async () => {
    const { exitCode, last } = await renderFaultyHere(
      { 'index.html': never },
      { flags: ['--player-ready-timeout', '700'] },
    );
    expect(exitCode).toBe(0);
    expect(last.warnings).toContainEqual(
      expect.objectContaining({
        code: 'sub_timeline_readiness_timeout',
        message: expect.stringContaining('__hfTimelinesBuilding'),
      }),
    );
  });

  it('fails with --no-best-effort', async () => {
    const flags = ['--player-ready-timeout', '700', '--no-best-effort'];
    const { exitCode, last } = await renderFaultyHere({ 'index.html': never }, { flags });
    expect(last).toMatchObject({ errorCode: 'WARNINGS_NOT_ALLOWED' });
    expect(exitCode).toBe(1);
  });
});

describe('a page that is captured all the same', () => {
  const BOX = `<style>
    @keyframes wander { to { transform: translateX(120px) } }
    #box { width: 40px; height: 40px; background: rgb(200, 0, 0); animation: wander 1s linear }
  </style><div id="box"></div>`;
  const page = (code: string) => ({ 'index.html': composition(code + BOX, { duration: 0.4 }) });
  let plain: string[];
  beforeAll(async () => {
    const project = await makeProject(page(''));
    await renderCold(project, join(project, 'out.mp4'));
    plain = await frameHashes(join(project, 'out.mp4'));
    expect(new Set(plain).size).toBeGreaterThan(8);
  });

  // Those that do not hide one another share a page: what one of them breaks is seen in the pictures or in the exit status.
  it.each([
    [
      'opens dialogs and windows and closes itself',
      script("alert('read me'); confirm('sure?'); prompt('name?')") +
        onFrame("alert('again')") +
        script("for (let i = 0; i < 5; i++) window.open('about:blank')") +
        script('window.close()'),
    ],
    [
      'replaces Date, the clock and the animation frame',
      script('performance.now = () => NaN; Date.now = () => { throw new Error("no") }') +
        script('window.Date = class Date {}') +
        script('window.requestAnimationFrame = () => 0; window.cancelAnimationFrame = undefined'),
    ],
    [
      'breaks JSON and Promise',
      script("JSON.parse = () => null; JSON.stringify = () => '{}'") +
        script('window.Promise = function () {}; window.Promise.resolve = () => undefined'),
    ],
    [
      'replaces the runtime and fills its storage',
      script('try { window.__framefarm = { seek() {} } } catch {}') +
        script("try { for (let i = 0; ; i++) localStorage.setItem('key' + i, 'x'.repeat(100000)) } catch {}"),
    ],
  ])('though it %s', async (_, code) => {
    const { exitCode, output, stderr } = await renderFaultyHere(page(code));
    expect(exitCode, stderr).toBe(0);
    expect(await frameHashes(output)).toEqual(plain);
  });

  it.each([
    ['5 MB that nobody asked for', 1_000, []],
    ['what --debug shows only the beginning of', 2_000, ['--debug']],
  ] as const)('though it floods the console with %s', async (_, lines, flags) => {
    const flood = script(`for (let i = 0; i < ${lines}; i++) console.log('x'.repeat(5000))`);
    // What --debug shows, a process of its own does.
    const render = flags.length > 0 ? renderFaulty : renderFaultyHere;
    const { exitCode, output, stderr } = await render(page(flood), { flags });
    expect(exitCode).toBe(0);
    expect(stderr.length).toBeLessThan(2_500_000);
    expect(stderr.includes('the page says too much')).toBe(flags.length > 0);
    expect(await frameHashes(output)).toEqual(plain);
  });
});

it('a page that breaks what everything is built on fails in its own name', async () => {
  const html = composition(script('Array.prototype.map = () => { throw new Error("no lists") }'));
  const { exitCode, last } = await renderFaultyHere({ 'index.html': html });
  expect(last).toMatchObject({ errorCode: 'COMPOSITION_SCRIPT_ERROR', error: expect.stringContaining('no lists') });
  expect(exitCode).toBe(1);
});
