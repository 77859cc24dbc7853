/** A surface is trusted on its first frame; a second page in the same browser bears the others out while they are captured. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Launch, launchBrowser, type OwnedBrowser } from '@framefarm/browser';
import { type RenderEvent, resolveRenderOptions } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { OWN_PLACE } from '../../../libs/render/src/place/place.js';
import { renderAt } from '../../../libs/render/src/render-composition.js';
import { SurfaceKnowledge } from '../../../libs/render/src/surface/knowledge.js';
import { decode } from '../../support/output/decode.js';
import { makeProject } from '../../support/projects/project.js';
import { CELL, cell, colourName, scene } from '../../support/projects/scene.js';

interface Setting {
  /** Seconds. */
  readonly duration?: number;
  /** Default mp4. */
  readonly format?: 'mp4' | 'mov';
  /** Lanes that are asked for, default 1. */
  readonly workers?: number;
  /** Its lane does not come beyond the first frames before `goOn` was called. */
  readonly held?: boolean;
  /** The render is cancelled with its first captured frame. */
  readonly begins?: boolean;
  /** What is different about its browsers. */
  readonly change?: (browser: OwnedBrowser, goOn: () => void) => Partial<OwnedBrowser>;
}

/** The page of a lane waits for the gate; no other one has a canvas. */
const GATE = `<script>
  const open = async () => (await (await fetch('gate.txt', { cache: 'no-store' })).text()) === 'open';
  const opened = async () => { while (!(await open())) await new Promise((next) => setTimeout(next, 20)); };
  addEventListener('hf-seek', ({ detail }) => {
    if (detail.time > 0.3 && document.getElementsByTagNameNS('*', 'canvas').length > 0) detail.waitUntil(opened());
  });
</script>`;

async function beginRender(page: string, setting: Setting) {
  const { duration = 2, format = 'mp4', workers = 1, held = false, begins = false, change = () => ({}) } = setting;
  const resolved = resolveRenderOptions({ quality: 'draft', offline: true, workers, format });
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
  const projectDir = await makeProject({
    'index.html': scene(held ? page + GATE : page, { duration }),
    'gate.txt': 'shut',
  });
  const goOn = (): void => writeFileSync(join(projectDir, 'gate.txt'), 'open');
  const outputPath = join(projectDir, `out.${format}`);
  let browsers = 0;
  const launch: Launch = async (options) => {
    browsers += 1;
    const browser = await launchBrowser(options);
    return { ...browser, ...change(browser, goOn) };
  };
  const events: RenderEvent[] = [];
  const cancelling = new AbortController();
  const request = {
    ...{ projectDir, outputPath, options: { ...resolved.options, variables: {} }, signal: cancelling.signal },
    onEvent: (event: RenderEvent): void => {
      events.push(event);
      if (begins && event.kind === 'progress' && event.framesRendered > 0) cancelling.abort();
    },
  };
  const rendering = renderAt(request, { ...OWN_PLACE, launch }, new SurfaceKnowledge());
  return { rendering, outputPath, events, browsers: () => browsers };
}

async function renderPage(page: string, setting: Setting = {}) {
  const { rendering, outputPath, events, browsers } = await beginRender(page, setting);
  const result = await rendering;
  const notices = result.notices.filter(({ code }) => code !== 'lint');
  return { result, notices, events, browsers: browsers(), frames: await decode(outputPath) };
}

const centre = CELL / 2;

describe('the proof of a surface beside the capture', () => {
  it('shares the browser with the lane, and neither page finds anything of the other', async () => {
    const page = `${cell(0, 'lime', 'id="told"')}<script>
      const tell = () => { document.getElementById('told').style.background = 'red'; };
      if (localStorage.getItem('visits') ?? sessionStorage.getItem('visits')) tell();
      localStorage.setItem('visits', '1');
      sessionStorage.setItem('visits', '1');
      const radio = new BroadcastChannel('pages');
      radio.onmessage = tell;
      addEventListener('storage', tell);
      addEventListener('hf-seek', () => { radio.postMessage('here'); localStorage.setItem('visits', String(Math.random())); });
    </script>`;
    const { result, notices, browsers, frames } = await renderPage(page);
    expect(result.capture).toMatchObject({
      path: 'surface',
      reason: expect.stringContaining('in frames 30, 59, 0'),
      replacedLanes: 0,
    });
    expect(notices).toEqual([]);
    expect(browsers).toBe(1);
    for (const frame of [0, 30, 59]) expect(colourName(frames.pixel(frame, centre, centre))).toBe('lime');
  });

  it('shows each frame as it is where some of them wait for something, also while the lane steps ahead of a picture', async () => {
    const level = (frame: number): number => 20 + ((frame * 53) % 216);
    const page = `${cell(0, 'black', 'id="grey"')}<script>
      const show = (level) => { document.getElementById('grey').style.background = 'rgb(' + [level, level, level] + ')'; };
      addEventListener('hf-seek', ({ detail }) => {
        const frame = Math.round(detail.time * 30);
        const level = 20 + ((frame * 53) % 216);
        if ([4, 9, 10, 16, 40].includes(frame)) detail.waitUntil(fetch('index.html').then(() => show(level)));
        else show(level);
      });
    </script>`;
    const { result, notices, frames } = await renderPage(page, { duration: 3 });
    expect(result.capture).toMatchObject({ path: 'surface', redoneFrames: 0, replacedLanes: 0 });
    expect(notices).toEqual([]);
    const seen = Array.from({ length: 90 }, (_, frame) => frames.pixel(frame, centre, centre)[0] ?? -1);
    expect(seen.map((grey, frame) => Math.abs(grey - level(frame)) <= 8)).toEqual(seen.map(() => true));
  });

  it.each([1, 2])('is had by a page with a loop that one lane captures, of %i asked for', async (workers) => {
    const page = `${cell(0, 'lime', 'id="grey"')}<script>
      const step = (time) => { document.getElementById('grey').style.opacity = 1 - time / 4000; requestAnimationFrame(step); };
      requestAnimationFrame(step);
    </script>`;
    const { result } = await renderPage(page, { duration: 1.9, workers });
    expect(result.capture).toMatchObject({ path: 'surface', reason: expect.stringContaining('in frames 28, 56, 0') });
    expect(result.warnings).toEqual([]);
  });

  it('refutes a surface whose later frames differ: the render begins again, and says so', async () => {
    // No gate knows of the rule, and nothing of it shows in the first frame.
    const page = `<style>canvas #late { background: red !important }</style>
      ${cell(0, 'blue')}${cell(1, 'lime', 'id="late" data-start="0.5"')}`;
    const { result, notices, events, frames } = await renderPage(page);
    expect(result.capture).toMatchObject({ path: 'beginframe', reason: expect.stringMatching(/frame \d+ differs/) });
    expect(notices).toEqual([
      { code: 'surface_refuted', message: expect.stringMatching(/frame 30 differs .*; the render begins again$/) },
    ]);
    expect(frames.count).toBe(60);
    for (const frame of [20, 30, 59]) {
      expect(colourName(frames.pixel(frame, CELL + centre, centre))).toBe(frame < 15 ? 'black' : 'lime');
    }
    expect(events.filter(({ kind }) => kind === 'start')).toHaveLength(1);
    const captured = events.flatMap((event) => (event.kind === 'progress' ? [event.framesRendered] : []));
    expect(captured.at(-1)).toBe(60);
    expect(Math.max(...captured)).toBe(60);
  });

  it('refutes a surface whose first frame differs, before the next one is looked at', async () => {
    const page = `<style>canvas #early { background: red !important }</style>${cell(0, 'lime', 'id="early"')}`;
    const { result, notices, frames } = await renderPage(page);
    expect(result.capture).toMatchObject({ path: 'beginframe', reason: expect.stringMatching(/frame \d+ differs/) });
    expect(notices).toEqual([
      { code: 'surface_refuted', message: expect.stringMatching(/frame 0 differs .*; the render begins again$/) },
    ]);
    expect(frames.count).toBe(60);
    for (const frame of [0, 30, 59]) expect(colourName(frames.pixel(frame, centre, centre))).toBe('lime');
  });

  it('goes on in a browser of its own when its page is lost', async () => {
    const lost: Setting['change'] = (browser) => ({
      openApart: async (size, beginFrame) => {
        const page = await browser.openApart(size, beginFrame);
        await page.close();
        return page;
      },
    });
    const { result, notices, browsers, frames } = await renderPage(cell(0, 'lime'), { change: lost });
    expect(result.capture).toMatchObject({ path: 'surface', replacedLanes: 0 });
    expect(notices).toEqual([]);
    expect(browsers).toBe(2);
    expect(frames.count).toBe(60);
  });

  it.each([
    // The lane has still to capture when a second page is opened for exact pictures.
    ['all of its frames', '', true, 1],
    // The lane has ended by then, and maybe its browser.
    ['its last frame alone', 'data-start="1.95"', false, 2],
  ])('takes exact pictures where a JPEG leaves %s in doubt', async (_, when, held, mostBrowsers) => {
    // Colours that change from pixel to pixel, which a JPEG cannot hold.
    const stripes = 'repeating-linear-gradient(90deg,#f0f 0 1px,#0f0 1px 2px)';
    const page = `<div id="stripes" ${when} style="position:absolute;inset:0;background:${stripes}"></div>`;
    let pages = 0;
    const counted: Setting['change'] = (browser, goOn) => ({
      openApart: async (size, beginFrame) => {
        pages += 1;
        const opened = await browser.openApart(size, beginFrame);
        if (pages === 2) goOn();
        return opened;
      },
    });
    const { result, notices, browsers } = await renderPage(page, { held, change: counted });
    expect(result.capture.path, result.capture.reason).toBe('surface');
    expect(notices).toEqual([]);
    expect(pages).toBe(2);
    expect(browsers).toBeLessThanOrEqual(mostBrowsers);
  });

  it('takes exact pictures with alpha where a browser damages the fast ones', async () => {
    const asked: boolean[] = [];
    const damaging: Setting['change'] = (browser, goOn) => ({
      openApart: async (size, beginFrame) => {
        const page = await browser.openApart(size, beginFrame);
        if (asked.length > 0) goOn();
        const { session } = page;
        const send = session.send.bind(session) as (method: string, params?: object) => Promise<object>;
        const damaged = async (method: string, params?: object): Promise<object> => {
          const answer = await send(method, params);
          const { screenshot } = (params ?? {}) as { screenshot?: { optimizeForSpeed: boolean } };
          if (screenshot === undefined) return answer;
          asked.push(screenshot.optimizeForSpeed);
          return screenshot.optimizeForSpeed ? { ...answer, screenshotData: 'ZGFtYWdlZA==' } : answer;
        };
        const events = {
          on: session.on.bind(session),
          once: session.once.bind(session),
          off: session.off.bind(session),
        };
        return { ...page, session: { ...events, send: damaged as typeof session.send } };
      },
    });
    const { result, notices } = await renderPage(cell(0, 'lime'), {
      format: 'mov',
      held: true,
      change: damaging,
    });
    expect(result.capture.path, result.capture.reason).toBe('surface');
    expect(notices).toEqual([]);
    expect(asked).toContain(true);
    expect(asked.filter((fast) => !fast)).toHaveLength(3);
  });

  it('comes first where it would be a long way to the last frame', async () => {
    const { rendering, events, browsers } = await beginRender(
      `<style>canvas #late { background: red !important }</style>${cell(0, 'lime', 'id="late" data-start="60"')}`,
      { duration: 60.1, begins: true },
    );
    await expect(rendering).rejects.toMatchObject({ code: 'RENDER_CANCELLED' });
    const notices = events.flatMap((event) => (event.kind === 'notice' ? [event.notice.code] : []));
    expect(notices.filter((code) => code !== 'lint')).toEqual([]);
    // One for a look at JPEG, one for the exact look that decides, and one that captures without a surface.
    expect(browsers()).toBe(3);
  });
});
