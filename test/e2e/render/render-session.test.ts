/** Renders that share a session: warm browsers, and nothing that one page leaves for the next. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type RawOptions, type RenderOptions, resolveRenderOptions } from '@framefarm/contract';
import { type CaptureTurn, openRenderSession, type RenderSession, renderComposition } from '@framefarm/render';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { familyOf } from '../../support/machine/processes.js';
import { decode, frameHashes } from '../../support/output/decode.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cell, colourName, middle, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

function options(raw: RawOptions = {}): RenderOptions {
  const resolved = resolveRenderOptions({ quality: 'draft', offline: true, ...raw });
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
  return { ...resolved.options, variables: (raw.variables as Record<string, unknown> | undefined) ?? {} };
}

const browsers = (): number[] =>
  familyOf(process.pid)
    .filter(({ pid, group, command }) => pid === group && /headless-shell|chrom/.test(command))
    .map(({ pid }) => pid)
    .sort((a, b) => a - b);

/** A page that tells by the colour of its first cell whether it found anything that an earlier page had stored. */
const MEMORY = scene(
  `${cell(0, 'gray', 'id="found"')}
  <script>
    const remember = async () => {
      const files = await navigator.storage.getDirectory();
      const names = [];
      for await (const name of files.keys()) names.push(name);
      const found = [
        localStorage.length, sessionStorage.length, document.cookie.length, window.name.length, (await caches.keys()).length,
        (await indexedDB.databases()).length, names.filter((name) => name !== 'framefarm-ring').length,
        (await navigator.serviceWorker.getRegistrations()).length, globalThis.left === undefined ? 0 : 1,
        history.length - 2, history.state === null ? 0 : 1, document.referrer.length,
        performance.getEntriesByType('navigation')[0].type === 'navigate' ? 0 : 1,
      ];
      history.pushState('x', '');
      localStorage.a = sessionStorage.a = window.name = globalThis.left = 'x';
      document.cookie = 'x=1; max-age=9999';
      const cache = await caches.open('kept');
      await cache.put('/kept', new Response('kept'));
      await new Promise((done, fail) => { const open = indexedDB.open('kept'); open.onsuccess = () => { open.result.close(); done(); }; open.onerror = fail; });
      await files.getFileHandle('kept', { create: true });
      await navigator.serviceWorker.register('/worker.js');
      document.getElementById('found').style.background = found.every((count) => count === 0) ? 'lime' : 'red';
      document.title = found.join(' ');
    };
    let remembered;
    addEventListener('hf-seek', ({ detail }) => detail.waitUntil(remembered ??= remember()));
  </script>`,
  { duration: 0.2 },
);

const MOVING = scene(
  `${cell(0, 'red', 'class="moved"')}${cell(4, 'blue', '', 'border-radius:50%')}<style>.moved{animation:go 3s linear}@keyframes go{to{translate:120px 60px;rotate:1turn}}</style>`,
  { duration: 1 },
);

/** Looks like itself on a surface only as long as a variable says so: there its content has another parent. */
const FICKLE = `<!doctype html><html data-composition-variables='[{"id":"look","type":"string","default":"plain"}]'><head><style>
  .cell { position: absolute; width: 16px; height: 16px; background: red } .other { background: blue }
  ff-surface .other { background: lime }</style></head><body>
  <div data-composition-id="test" data-width="160" data-height="96" data-duration="0.8"><div id="cell" class="cell"></div></div>
  <script>document.getElementById('cell').classList.add(window.__hyperframes.getVariables().look);</script></body></html>`;

describe('renders of one session', () => {
  let session: RenderSession;
  const out = scratchDirectory();
  beforeAll(() => {
    session = openRenderSession();
  });
  afterAll(() => session.close());

  it('share browsers, and find nothing that an earlier page stored', async () => {
    const project = await makeProject({ 'index.html': MEMORY, 'worker.js': 'addEventListener("fetch", () => {});' });
    const seen: number[][] = [];
    for (const name of ['first', 'second', 'third']) {
      const outputPath = join(out, `${name}.mp4`);
      const result = await session.render({ projectDir: project, outputPath, options: options() });
      expect(result.warnings).toEqual([]);
      const frames = await decode(outputPath);
      expect([name, colourName(frames.pixel(5, ...middle(0)))]).toEqual([name, 'lime']);
      seen.push(browsers());
    }
    expect(seen[0]?.length).toBeGreaterThan(0);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  it('find nothing of a service worker that answers with documents of its own', async () => {
    const worker = `addEventListener('fetch', (event) => { if (event.request.mode === 'navigate')
      event.respondWith(new Response('<script>name = "kept"</script>', { headers: { 'content-type': 'text/html' } })); });`;
    const body = `${cell(0, 'gray', 'id="found"')}<script>
      const look = async () => {
        document.getElementById('found').style.background = name === '' ? 'lime' : 'red';
        await navigator.serviceWorker.register('/worker.js');
        await navigator.serviceWorker.ready;
      };
      let looked;
      addEventListener('hf-seek', ({ detail }) => detail.waitUntil(looked ??= look()));
    </script>`;
    const projectDir = await makeProject({ 'index.html': scene(body, { duration: 0.2 }), 'worker.js': worker });
    for (const name of ['first', 'second']) {
      const outputPath = join(out, `answering-${name}.mp4`);
      await session.render({ projectDir, outputPath, options: options() });
      const frames = await decode(outputPath);
      expect([name, colourName(frames.pixel(5, ...middle(0)))]).toEqual([name, 'lime']);
    }
  });

  it('find nothing that a frame of another site has kept for its page', async () => {
    const keeps = `<script>parent.postMessage(sessionStorage.length, '*'); sessionStorage.kept = 'x'</script>`;
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end(keeps);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const tells = `<script>addEventListener('message', ({ data }) => {
        document.getElementById('found').style.background = data === 0 ? 'lime' : 'red'; });</script>`;
      const body = `${cell(0, 'gray', 'id="found"')}${tells}<iframe src="${site}/"></iframe>`;
      const projectDir = await makeProject({ 'index.html': scene(body, { duration: 0.2 }) });
      const raw = { offline: false, allowNetwork: [site] };
      for (const name of ['first', 'second']) {
        const outputPath = join(out, `framing-${name}.mp4`);
        await session.render({ projectDir, outputPath, options: options(raw) });
        const frames = await decode(outputPath);
        expect([name, colourName(frames.pixel(5, ...middle(0)))]).toEqual([name, 'lime']);
      }
    } finally {
      server.close();
    }
  });

  it('give the same frames as a render of its own, on the surface too', async () => {
    const project = await makeProject({ 'index.html': MOVING });
    const alone = join(out, 'alone.mp4');
    const own = await renderComposition({ projectDir: project, outputPath: alone, options: options() });
    expect(own.capture.path).toBe('surface');
    const hashes = await frameHashes(alone);
    for (const name of ['cold', 'warm']) {
      const outputPath = join(out, `${name}.mp4`);
      const result = await session.render({ projectDir: project, outputPath, options: options() });
      expect([name, result.capture.path]).toEqual([name, 'surface']);
      expect(await frameHashes(outputPath)).toEqual(hashes);
    }
  });

  it("of a known document are looked at in their first frame, and go back to the browser's pictures when it differs", async () => {
    const project = await makeProject({ 'index.html': FICKLE });
    const paths: string[] = [];
    for (const [name, look] of [
      ['plain', 'plain'],
      ['again', 'plain'],
      ['other', 'other'],
      ['after', 'plain'],
    ] as const) {
      const outputPath = join(out, `${name}.mp4`);
      const variables = { look };
      const request = { projectDir: project, outputPath, options: options({ variables }) };
      const { capture } = await session.render(request);
      const frames = await decode(outputPath);
      const expected = look === 'other' ? 'blue' : 'red';
      expect([name, colourName(frames.pixel(0, ...middle(0))), frames.count]).toEqual([name, expected, 24]);
      paths.push(`${capture.path}: ${capture.reason}`);
    }
    expect(paths[0]).toMatch(/^surface: .*in frames/);
    expect(paths[1]).toMatch(/^surface: .*first frame/);
    expect(paths[2]).toMatch(/^beginframe: .*frame 0 differs/);
    expect(paths[3]).toMatch(/^surface: .*first frame/);
  });

  it('of a known document are looked at exactly where a JPEG leaves their first frame in doubt', async () => {
    // Colours that change from pixel to pixel, which a JPEG cannot hold.
    const stripes = 'repeating-linear-gradient(90deg,#f0f 0 1px,#0f0 1px 2px)';
    const page = scene(`<div style="position:absolute;inset:0;background:${stripes}"></div>`, { duration: 0.8 });
    const project = await makeProject({ 'index.html': page });
    const paths: string[] = [];
    for (const name of ['first', 'second']) {
      const outputPath = join(out, `striped-${name}.mp4`);
      const { capture } = await session.render({ projectDir: project, outputPath, options: options() });
      paths.push(`${capture.path}: ${capture.reason}`);
    }
    expect(paths).toEqual([
      expect.stringMatching(/^surface: .*in frames/),
      expect.stringMatching(/^surface: .*first frame/),
    ]);
  });

  it('side by side take places of their own', async () => {
    const project = await makeProject({ 'index.html': MOVING });
    const one = (name: string): Promise<unknown> =>
      session.render({ projectDir: project, outputPath: join(out, name), options: options() });
    await Promise.all([one('left.mp4'), one('right.mp4')]);
    expect(await frameHashes(join(out, 'left.mp4'))).toEqual(await frameHashes(join(out, 'right.mp4')));
  });

  it('are not hurt by a failed one, nor by a browser that died between them', async () => {
    const broken = await makeProject({ 'index.html': scene('<script>throw new Error("no")</script>') });
    const sound = await makeProject({ 'index.html': MOVING });
    const failing = session.render({
      projectDir: broken,
      outputPath: join(out, 'broken.mp4'),
      options: options({ strict: true }),
    });
    await expect(failing).rejects.toMatchObject({ code: 'COMPOSITION_SCRIPT_ERROR' });
    for (const pid of browsers()) process.kill(pid, 'SIGKILL');
    const outputPath = join(out, 'after.mp4');
    await session.render({ projectDir: sound, outputPath, options: options() });
    expect(await frameHashes(outputPath)).toEqual(await frameHashes(join(out, 'alone.mp4')));
  });

  it('leave nothing when the session closes', async () => {
    await session.close();
    expect(browsers()).toEqual([]);
  });
});

/** Equal on a surface up to its 15th frame. */
const LATE = scene(
  `<style>canvas #late { background: red !important }</style>${cell(0, 'blue')}${cell(1, 'lime', 'id="late" data-start="0.5"')}`,
  { duration: 1.2 },
);

describe('renders of one session that take turns on one lane', () => {
  const turn = async (): Promise<CaptureTurn> => ({
    lane: async () => () => {},
    captured: async () => {},
    end: () => {},
  });

  /** Begins all at once; resolves with the capture and the notices of each, and the names of its first two cells' colours at a frame. */
  async function renderTogether(html: string, raw: RawOptions, frame: number) {
    const [projectDir, out] = [await makeProject({ 'index.html': html }), scratchDirectory()];
    const session = openRenderSession();
    try {
      return await Promise.all(
        ['first', 'second', 'third'].map(async (name) => {
          const outputPath = join(out, `${name}.mp4`);
          const request = { projectDir, outputPath, options: options(raw), turn };
          const { capture, notices } = await session.render(request);
          const frames = await decode(outputPath);
          const colours = [0, 1].map((index) => colourName(frames.pixel(frame, ...middle(index))));
          const refuted = notices.filter(({ code }) => code === 'surface_refuted').length;
          return { capture: `${capture.path}: ${capture.reason}`, refuted, frames: frames.count, colours };
        }),
      );
    } finally {
      await session.close();
    }
  }

  it('wait until the first one is proved beside its capture, and are looked at in their first frame', async () => {
    const seen = await renderTogether(MOVING, { workers: 1 }, 0);
    expect(seen.map(({ capture }) => capture)).toEqual([
      expect.stringMatching(/^surface: .*in frames 15, 29, 0/),
      expect.stringMatching(/^surface: .*first frame/),
      expect.stringMatching(/^surface: .*first frame/),
    ]);
    expect(seen.map(({ refuted }) => refuted)).toEqual([0, 0, 0]);
  });

  it('do without a surface when that of the first one is refuted, which begins again', async () => {
    const seen = await renderTogether(LATE, { workers: 1 }, 30);
    expect(seen.map(({ refuted }) => refuted)).toEqual([1, 0, 0]);
    for (const { capture, frames, colours } of seen) {
      expect(capture).toMatch(/^beginframe: .*frame \d+ differs/);
      expect([frames, ...colours]).toEqual([36, 'blue', 'lime']);
    }
  });

  it('are proved before they are captured where several capture at once', async () => {
    const seen = await renderTogether(LATE, { workers: 2 }, 30);
    expect(seen.map(({ refuted }) => refuted)).toEqual([0, 0, 0]);
    for (const { capture, colours } of seen) {
      expect(capture).toMatch(/^beginframe: .*frame \d+ differs/);
      expect(colours).toEqual(['blue', 'lime']);
    }
  });
});
