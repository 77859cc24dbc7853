/** CDN URLs served from installed packages (composition-format 11.2), without network. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frameHashes } from '../../support/output/decode.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cell, failureOf, renderProject, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { renderWarm } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

const OFFLINE = ['--fps', '10', '--offline'];
const TIMELINE = `<script>{ const tl = gsap.timeline({ paused: true }); tl.to('#box', { x: 100, duration: 1 }).set('#box', { backgroundColor: '#00ff00' }, 0.5); window.__timelines.test = tl; }</script>`;
const page = (head: string, body = '') => scene(cell(0, 'red', 'id="box"') + body, { head });

describe('a package that is installed', () => {
  it('answers jsDelivr, unpkg and cdnjs alike: the same version, which runs, and no warning', async () => {
    const urls = [
      'https://cdn.jsdelivr.net/npm/gsap@3.15.0/dist/gsap.min.js',
      'https://unpkg.com/gsap@3/dist/gsap.min.js',
      'https://cdnjs.cloudflare.com/ajax/libs/gsap/3.15.0/gsap.min.js',
      'https://cdn.jsdelivr.net/npm/gsap',
    ];
    // Each GSAP that runs adds its version.
    const told = `${cell(11, 'red', 'id="told"')}<script>
      if (gsapVersions.join() === '3.15.0,3.15.0,3.15.0,3.15.0') document.getElementById('told').style.background = '#00ff00';</script>`;
    const scripts = urls.map((url) => `<script src="${url}"></script>`);
    const project = await makeProject({ 'index.html': page(scripts.join(''), told + TIMELINE) });
    const shown = await renderProject(project, { flags: OFFLINE });
    expect(shown.warnings).toEqual([]);
    expect(shown.complete.substitutions).toEqual([]);
    expect(shown.runs(11)).toBe('10 lime');
    // The tween really ran.
    expect(new Set(await frameHashes(shown.output)).size).toBe(10);
  });

  it('answers modules, import maps, style sheets, workers, fetch and integrity of the project’s own copy', async () => {
    const project = await makeProject({
      'index.html': scene(
        [0, 1, 2, 3, 4].map((index) => cell(index, 'red', `id="c${index}" class="c${index}"`)).join('') +
          `<script type="module">
            import value from 'https://cdn.jsdelivr.net/npm/paint@1.2.3/index.mjs';
            import { named } from 'paint/other';
            const good = (index) => { document.getElementById('c' + index).style.background = '#00ff00'; };
            if (value === 42) good(0);
            if (named === 7) good(1);
            if ((await (await fetch('https://unpkg.com/paint@1/data.json')).json()).ok) good(2);
            const worker = new Worker(URL.createObjectURL(new Blob(["importScripts('https://unpkg.com/paint@1.2.3/worker.js')"])));
            await new Promise((resolve) => { worker.onmessage = ({ data }) => { if (data === 'ready') good(4); resolve(); }; setTimeout(resolve, 1500); });
          </script>`,
        {
          head: `<script type="importmap">{"imports":{"paint/":"https://cdn.jsdelivr.net/npm/paint@1.2.3/","paint/other":"https://cdn.jsdelivr.net/npm/paint@1.2.3/other.mjs"}}</script>
          <link rel="stylesheet" href="https://cdn.jsdelivr.net/npm/paint@^1.0.0/paint.css">`,
        },
      ),
    });
    install(project, 'paint', '1.2.3', {
      'index.mjs': 'export default 42;',
      'other.mjs': 'export const named = 7;',
      'data.json': '{"ok":true}',
      'paint.css': '.c3{background:#00ff00 !important}',
      'worker.js': "postMessage('ready')",
    });
    const shown = await renderProject(project, { flags: OFFLINE });
    expect([0, 1, 2, 3, 4].map((index) => shown.runs(index))).toEqual(Array(5).fill('10 lime'));
    expect(shown.warnings).toEqual([]);
  });

  it('in another acceptable version is served and listed; integrity no longer binds', async () => {
    const project = await makeProject({
      'index.html': page(
        '<script integrity="sha384-AAAA" crossorigin="anonymous" src="https://cdn.jsdelivr.net/npm/gsap@3.12.5/dist/gsap.min.js"></script>',
        TIMELINE,
      ),
    });
    const shown = await renderProject(project, { flags: OFFLINE });
    expect(shown.warnings).toEqual([]);
    expect(shown.complete.substitutions).toMatchObject([{ requested: 'gsap@3.12.5', served: 'gsap@3.15.0' }]);
  });

  it('in an unacceptable version counts as not installed', async () => {
    const project = await makeProject({
      'index.html': page('<script src="https://unpkg.com/paint@2.0.0/index.js"></script>'),
    });
    install(project, 'paint', '1.2.3', { 'index.js': '' });
    const shown = await renderProject(project, { flags: OFFLINE });
    expect(shown.warnings).toContain('cdn_version_mismatch');
    expect(shown.warnings).toContain('external_script_unavailable');
    expect(shown.warning('cdn_version_mismatch')).toMatch(/2\.0\.0.*1\.2\.3|1\.2\.3.*2\.0\.0/s);
  });

  it('lies in a directory that was named, by flag, environment or configuration', async () => {
    const elsewhere = scratchDirectory();
    install(elsewhere, 'paint', '1.0.0', {
      'index.js':
        "addEventListener('hf-seek', () => { document.getElementById('box').style.background = '#00ff00'; });",
    });
    const files = { 'index.html': page('<script src="https://unpkg.com/paint@1.0.0/index.js"></script>') };
    const modules = join(elsewhere, 'node_modules');
    const flag = await renderProject(await makeProject(files), { flags: [...OFFLINE, '--package-dir', modules] });
    const environment = await renderProject(await makeProject(files), {
      flags: OFFLINE,
      env: { FRAMEFARM_PACKAGE_DIRS: modules },
    });
    const configured = await renderProject(
      await makeProject({ ...files, 'framefarm.config.json': JSON.stringify({ packages: { dirs: [modules] } }) }),
      { flags: OFFLINE },
    );
    for (const shown of [flag, environment, configured]) {
      expect(shown.runs(0)).toBe('10 lime');
      expect(shown.warnings).toEqual([]);
    }
  });

  it('replaces a local GSAP file that is missing', async () => {
    const project = await makeProject({ 'index.html': page('<script src="./gsap.min.js"></script>', TIMELINE) });
    const shown = await renderProject(project, { flags: OFFLINE });
    expect(new Set(await frameHashes(shown.output)).size).toBe(10);
    expect(shown.warnings).toEqual([]);
  });
});

function install(project: string, name: string, version: string, files: Record<string, string>): void {
  const directory = join(project, 'node_modules', name);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name, version }));
  for (const [path, content] of Object.entries(files)) writeFileSync(join(directory, path), content);
}

describe('a script that the browser refuses', () => {
  it.each([
    [
      'as its integrity is of another file',
      '<script integrity="sha384-AAAA" crossorigin="anonymous" src="https://cdn.jsdelivr.net/npm/paint@1.2.3/paint.js"></script>',
      /^https:\/\/cdn\.jsdelivr\.net\/npm\/paint@1\.2\.3\/paint\.js is refused by the browser.*integrity/,
    ],
    [
      'as nobody answers',
      '<script src="http://127.0.0.1:9/s.js"></script>',
      /^http:\/\/127\.0\.0\.1:9\/s\.js cannot be/,
    ],
  ])('%s is named, once', async (_, tag, message) => {
    const project = await makeProject({ 'index.html': page(tag) });
    install(project, 'paint', '1.2.3', { 'paint.js': '' });
    const shown = await renderProject(project, { flags: OFFLINE });
    expect(shown.warnings.filter((code) => code === 'external_script_unavailable')).toHaveLength(1);
    expect(shown.warning('external_script_unavailable')).toMatch(message);
  });
});

describe('a package that is not installed', () => {
  const project = () =>
    makeProject({
      'index.html': page('<script src="https://cdn.jsdelivr.net/npm/never-installed-here@2.1.0/a.js"></script>'),
    });

  it('is reported with the command that installs it', async () => {
    const shown = await renderProject(await project(), { flags: OFFLINE });
    expect(shown.warnings.filter((code) => code === 'external_script_unavailable')).toHaveLength(1);
    expect(shown.warning('external_script_unavailable')).toContain('npm install never-installed-here@2.1.0');
    expect(shown.runs(0)).toBe('10 red');
  });

  it('fails the render under --strict', async () => {
    const failure = await failureOf(await project(), [...OFFLINE, '--strict']);
    expect(failure.code).toBe('WARNINGS_NOT_ALLOWED');
    expect(failure.message).toContain('never-installed-here');
  });

  it('is also what an installed one is with --no-package-map', async () => {
    const shown = await renderProject(
      await makeProject({
        'index.html': page('<script src="https://unpkg.com/gsap@3.15.0/dist/gsap.min.js"></script>'),
      }),
      { flags: [...OFFLINE, '--no-package-map'] },
    );
    expect(shown.warnings).toContain('external_script_unavailable');
  });
});

describe('a style sheet of another origin', () => {
  const LINK = '<link rel="stylesheet" href="https://cdn.jsdelivr.net/npm/paint@1.0.0/paint.css">';
  const UNUSED = `.glass, #box.glass { backdrop-filter: blur(2px) } .cube { transform-style: preserve-3d }
    .glass::after { backdrop-filter: blur(2px) } #box { backdrop-filter: blur(2px); backdrop-filter: none !important }
    @media print { #box { transform-style: preserve-3d } }`;
  const TURNED = '#box { backface-visibility: hidden } [data-composition-id] { rotate: y 30deg }';
  /** The way that a session would take, which compares a surface before it captures. */
  const planned = (project: string) =>
    renderWarm(project, join(scratchDirectory(), 'out.mp4'), ['--offline', '--fps', '20', '--dry-run']);
  const FONTS = 'https://fonts.googleapis.com/css2?family=Inter:wght@700';
  it.each([
    ['of a font service is read', `<link rel="stylesheet" href="${FONTS}">`, '', 'surface', /equal/],
    ['that another sheet imports is read', `<style>@import url("${FONTS}");</style>`, '', 'surface', /equal/],
    ['of a package is read', LINK, '#box { opacity: 0.9 }', 'surface', /equal/],
    ['is heeded', LINK, '#box { backdrop-filter: blur(2px) }', 'beginframe', /"#box" needs what lies behind it/],
    ['with looks that nothing has is read', LINK, UNUSED, 'surface', /equal/],
    ['that hides backs is read where none turns', LINK, '#box { backface-visibility: hidden }', 'surface', /equal/],
    ['that hides backs is heeded where one turns', LINK, TURNED, 'beginframe', /"#box" hides the back of an element/],
    ['that imports another one is not read', LINK, '@import "more.css";', 'beginframe', /cannot be read/],
  ] as const)('%s before the page is drawn by a surface', async (_, head, css, path, reason) => {
    const text = '<p style="font: 700 40px Inter">Text</p>';
    const project = await makeProject({ 'index.html': page(head, text) });
    install(project, 'paint', '1.0.0', { 'paint.css': css, 'more.css': '' });
    const { capture, warnings } = await planned(project);
    expect(capture).toMatchObject({ path, reason: expect.stringMatching(reason) });
    expect(warnings).toEqual([]);
  });

  it('that cannot be had holds nothing that a surface could miss', async () => {
    const head = '<link rel="stylesheet" href="https://fonts.example/css?family=Inter">';
    const project = await makeProject({ 'index.html': page(head, '<p>Text</p>') });
    const { capture, warnings } = await planned(project);
    expect(capture.path).toBe('surface');
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual(['network_blocked', 'media_load_failed']);
  });
});
