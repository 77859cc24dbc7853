/** Exceptions of the author's scripts (composition-format 7.5): told by name and place, never swallowed. */

import { beforeAll, describe, expect, it } from 'vitest';
import { makeProject } from '../../support/projects/project.js';
import { cell, failureOf, renderFiles, type Scene, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import type { JsonEvent } from '../../support/renders/command-line.js';

useBundledFfmpeg();

const TEN = ['--fps', '10'];
const errorsOf = (complete: JsonEvent): { message: string; details: Record<string, unknown> }[] =>
  complete.warnings.filter((warning: { code: string }) => warning.code === 'script_error');

describe('an exception before the first frame', () => {
  let shown: Scene;
  let told: string[];
  beforeAll(async () => {
    const scripts = [
      '<script>\n\nthrow new Error("inline went wrong");</script>',
      '<script src="broken.js"></script>',
      '<script type="module">await 0; throw new TypeError("module went wrong");</script>',
      '<script>Promise.reject(new RangeError("promise went wrong"));</script>',
      '<script>setTimeout(() => { throw new Error("timer went wrong"); }, 200);</script>',
      '<script>requestAnimationFrame(() => { throw new Error("frame went wrong"); });</script>',
      '<script>fetch("data:text/plain,");fetch("http://127.0.0.1:1/none");</script>',
      '<script>fetch("data.json").then((answer) => answer.json());</script>',
      '<script>(async () => { const answer = await fetch("awaited.json"); await answer.json(); })();</script>',
      '<script>let = ;</script>',
      '<script>gsap.timeline();</script>',
    ];
    shown = await renderFiles(
      {
        'index.html': scene(cell(0, 'lime') + scripts.join('\n')),
        'broken.js': '\n\nthrow new Error("file went wrong");\n',
        'data.json': 'broken',
        'awaited.json': '[awaited',
      },
      { flags: TEN },
    );
    told = errorsOf(shown.complete).map(({ message }) => message);
  });

  it('is a warning; the render goes on', () => {
    expect(shown.runs(0)).toBe('10 lime');
    expect(shown.complete.outcome).toBe('completed_with_warnings');
    expect(new Set(shown.warnings)).toEqual(new Set(['script_error']));
    expect(told).toHaveLength(11);
  });

  it.each([
    ['of an inline script', /inline went wrong.*index\.html/],
    ['of a script file, with its line', /file went wrong.*broken\.js:3/],
    ['of a module', /module went wrong.*index\.html/],
    ['in a promise', /promise went wrong.*index\.html/],
    ['in a timer', /timer went wrong.*index\.html/],
    ['in a frame callback', /frame went wrong.*index\.html/],
    ['in a request that nobody waits for', /Failed to fetch/],
    ['of data that is no JSON', /SyntaxError.*"broken"/],
    ['of data that is no JSON, awaited', /SyntaxError.*"\[awaited"/],
    ['of broken syntax', /SyntaxError.*index\.html/],
    ['of the name of nothing', /gsap is not defined.*index\.html/],
  ])('%s is told once, with message and file', (_, message) => {
    expect(told.filter((words) => message.test(words))).toHaveLength(1);
  });

  it('is none where the page handles the failure of its request or its data', async () => {
    const script = `<script>
      fetch('http://127.0.0.1:1/none').catch(() => {});
      fetch('data.json').then((answer) => answer.json()).catch((error) => { window.broken = error instanceof SyntaxError; });
      fetch('data.json').then((answer) => answer.text()).then((text) => { if (text !== '{broken') throw new Error(text); });
      fetch('fine.json').then((answer) => answer.json()).then(({ fine }) => { if (fine !== 1) throw new Error('changed'); });
      addEventListener('hf-seek', () => { if (window.broken !== true) throw new Error('another error'); });
    </script>`;
    const files = { 'index.html': scene(cell(0, 'lime') + script), 'data.json': '{broken', 'fine.json': '{"fine":1}' };
    const shown = await renderFiles(files, { flags: TEN });
    expect(shown.warnings.filter((code) => code === 'script_error')).toEqual([]);
  });

  it('names the scripts of other origins that may have failed, of which browsers tell nothing', async () => {
    const shown = await renderFiles(
      {
        'index.html': scene('<script src="https://cdn.jsdelivr.net/npm/broken"></script>'),
        'node_modules/broken/package.json': '{"name":"broken","version":"1.0.0","main":"broken.js"}',
        'node_modules/broken/broken.js': 'throw new Error("secret");',
      },
      { flags: [...TEN, '--offline'] },
    );
    expect(shown.warning('script_error')).toMatch(
      /of another origin failed.*one of https:\/\/cdn\.jsdelivr\.net\/npm\/broken\. Add crossorigin/,
    );
  });

  it('names no line that is not of the file, and says what is in a plain object', async () => {
    const scripts = [
      '<script>\nlet = ;</script>',
      '<script>\nPromise.reject({ message: "no such clip", code: 5 }); Promise.reject({ code: 7 });</script>',
      '<script>throw null;</script>',
      '<script type="module">import "nowhere";</script>',
    ];
    const shown = await renderFiles({ 'index.html': scene(scripts.join('')) }, { flags: TEN });
    const messages = errorsOf(shown.complete).map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringMatching(/^SyntaxError: .* \(index\.html\)$/),
      expect.stringMatching(/^Uncaught null \(index\.html:\d+\)$/),
      'no such clip',
      '{"code":7}',
      expect.stringMatching(/^TypeError: Failed to resolve module specifier "nowhere"[^()]*$/),
    ]);
  });

  it('fails the render under --strict, with what the page said last', async () => {
    const project = await makeProject({
      'index.html': scene(
        '<script>console.log("clip", 7, "\\u001b[2Jcleared"); throw new Error("not strict enough");</script>',
      ),
    });
    const failure = await failureOf(project, ['--strict', ...TEN]);
    expect(failure).toMatchObject({ code: 'COMPOSITION_SCRIPT_ERROR', exitCode: 1 });
    expect(failure.message).toContain('not strict enough');
    expect(failure.details).toMatchObject({ owner: 'user', retryable: false, freeMemoryMB: expect.any(Number) });
    const [said, thrown] = failure.details.browserConsoleTail;
    expect(said).toBe('log: clip 7 \\x1b[2Jcleared');
    expect(thrown).toMatch(/^uncaught: Error: not strict enough/);
  });
});

describe('exceptions during capture', () => {
  it('are collected, each once, at most 100, and the render goes on', async () => {
    const body = `${cell(0, 'lime')}<script>
      addEventListener('hf-seek', ({ detail }) => { for (let i = 0; i < 20; i++) setTimeout(() => { throw new Error('late ' + Math.round(detail.time * 10) + '/' + i); });
        detail.waitUntil(new Promise((resolve) => setTimeout(resolve, 30))); });
      addEventListener('hf-seek', () => { throw new Error('same words'); });</script>`;
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: TEN });
    expect(shown.runs(0)).toBe('10 lime');
    const errors = errorsOf(shown.complete);
    expect(errors.length).toBe(100);
    expect(errors.filter(({ message }) => message.includes('same words'))).toHaveLength(1);
    expect(new Set(shown.warnings)).toEqual(new Set(['script_error']));
  });
});
