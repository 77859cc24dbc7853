/** Pages that compute for ever, leave, or take all memory: ended by a deadline or a crash, by name. */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { composition } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { renderFaultyHere } from '../../support/renders/fault-bench.js';
import { wrappedBrowser } from '../../support/renders/wrapped-browser.js';

useBundledFfmpeg();

const script = (code: string): string => `<script>${code}</script>`;
const onFrame = (code: string): string => script(`addEventListener('hf-seek', ({ detail: { time } }) => { ${code} });`);

/** In large pieces: a collector that looks for room among many small ones keeps a core busy for seconds. */
const BOMB = 'const all = []; for (;;) all.push(new Array(500_000).fill(Math.random()));';

describe('a page that computes for ever', () => {
  it('while it loads, fails by --browser-timeout', async () => {
    const html = composition(script('for (;;);'));
    const { exitCode, last } = await renderFaultyHere({ 'index.html': html }, { flags: ['--browser-timeout', '2'] });
    expect(last).toMatchObject({ errorCode: 'NAVIGATION_TIMEOUT', error: expect.stringMatching(/after 2 s.*to load/) });
    expect(exitCode).toBe(1);
  });

  it('once it has loaded, fails by the deadline of settling', async () => {
    // Read by settling and by nothing before it.
    const html = composition(script("Object.defineProperty(window, '__tailwindReady', { get() { for (;;); } });"));
    const { exitCode, last } = await renderFaultyHere(
      { 'index.html': html },
      { flags: ['--player-ready-timeout', '500'], env: { FRAMEFARM_FRAME_DEADLINE_MS: '1500' } },
    );
    expect(last).toMatchObject({
      errorCode: 'CAPTURE_STALLED',
      error: expect.stringMatching(/after 2 s .*settle of the page/),
    });
    expect(exitCode).toBe(1);
  });

  it('at a frame, fails once a second browser has stalled there as well', async () => {
    const html = composition(onFrame('if (time > 0.35) for (;;);'), { duration: 1 });
    const { exitCode, last, output } = await renderFaultyHere(
      { 'index.html': html },
      { flags: ['--workers', '1'], env: { FRAMEFARM_FRAME_DEADLINE_MS: '1500' } },
    );
    expect(last).toMatchObject({
      errorCode: 'CAPTURE_STALLED',
      error: expect.stringMatching(/after 1.5 s while waiting for .*frame 1\d/),
    });
    expect(last.notices).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/CAPTURE_STALLED.*in a new browser/s) }),
    );
    // Its proof has stalled too, which is no reason to capture it anew without a surface.
    expect(last.notices).not.toContainEqual(expect.objectContaining({ code: 'surface_refuted' }));
    expect(exitCode).toBe(1);
    expect(existsSync(output)).toBe(false);
  });
});

describe('a page that leaves', () => {
  it.each([
    ['while it loads', script("location.href = 'other.html'")],
    ['before it is at rest', script("setTimeout(() => { location.href = 'other.html'; }, 50)")],
    ['at a frame', onFrame("if (time > 0.3) location.href = 'other.html'")],
    ['by a refresh', '<meta http-equiv="refresh" content="0; url=other.html">'],
  ])('%s, fails by name', async (_, body) => {
    const files = { 'index.html': composition(body, { duration: 1 }), 'other.html': '<p>elsewhere</p>' };
    const { exitCode, last } = await renderFaultyHere(files, { env: { FRAMEFARM_FRAME_DEADLINE_MS: '3000' } });
    expect(last).toMatchObject({ errorCode: 'COMPOSITION_SCRIPT_ERROR', error: expect.stringContaining('other.html') });
    expect(exitCode).toBe(1);
  });
});

describe('a page that ends its process on the drawing surface is captured without one', () => {
  // No page has a canvas of ours before it is moved; selectors do not find it then.
  const bomb = `{ if (document.getElementsByTagNameNS('*', 'canvas').length > 0) { ${BOMB} } }`;
  it.each([
    [
      'when it is moved',
      script(
        `new MutationObserver(() => ${bomb}).observe(document.documentElement, { childList: true, subtree: true });`,
      ),
      /frame 0: the process that draws the page ended .*begins again/,
    ],
    ['in a frame', onFrame(`if (time > 0.3) ${bomb}`), /^the process that draws the page ended .*begins again/],
  ])('%s', async (_, body, notice) => {
    const browser = await wrappedBrowser(':', ['--js-flags=--max-old-space-size=48']);
    const { exitCode, last } = await renderFaultyHere(
      { 'index.html': composition(body, { duration: 1 }) },
      { flags: ['--browser-path', browser, '--workers', '1'] },
    );
    expect(last).toMatchObject({ type: 'render-complete', capture: { path: 'beginframe' } });
    expect(last.notices).toContainEqual({ code: 'surface_refuted', message: expect.stringMatching(notice) });
    expect(exitCode).toBe(0);
  });
});

it('a page that takes all memory fails as a crash, not as a hang', async () => {
  const browser = await wrappedBrowser(':', ['--js-flags=--max-old-space-size=48']);
  const bomb = onFrame(`if (time > 0.3) { ${BOMB} }`);
  const { exitCode, last } = await renderFaultyHere(
    { 'index.html': composition(bomb, { duration: 1 }) },
    { flags: ['--browser-path', browser, '--workers', '1'] },
  );
  expect(last).toMatchObject({ errorCode: 'BROWSER_CRASHED', error: expect.stringMatching(/process that draws/) });
  expect(exitCode).toBe(1);
});
