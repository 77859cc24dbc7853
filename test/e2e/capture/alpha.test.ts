/** Transparent outputs (composition-format 12, 14): values in the finished files, in every format that has them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { decode, streams } from '../../support/output/decode.js';
import { makeProject } from '../../support/projects/project.js';
import { cell, middle, renderProject, type Scene, scene } from '../../support/projects/scene.js';
import { renderWarm } from '../../support/renders/warm-render.js';

const BODY =
  cell(0, 'rgba(255,0,0,.5)') +
  cell(2, '#00ff00', 'data-start="0.5"') +
  cell(4, 'rgba(0,0,255,.25)') +
  cell(6, '#ffffff');
const html = scene(BODY, { head: '<style>html,body{background:#ff00ff}</style>' }).replace(
  'style="background:black"',
  '',
);
const TEN = ['--fps', '10'];

const near = (actual: readonly number[], expected: readonly number[], by: number) => {
  const off = Math.max(...actual.map((value, index) => Math.abs(value - (expected[index] ?? 0))));
  expect(off, `${actual} is not within ${by} of ${expected}`).toBeLessThanOrEqual(by);
};

const FORMATS = [
  ['png-sequence', 0],
  ['mov', 6],
  ['webm', 10],
] as const;
const renders = new Map<(typeof FORMATS)[number][0], Scene>();
beforeAll(async () => {
  const project = await makeProject({ 'index.html': html });
  for (const [format] of FORMATS) renders.set(format, await renderProject(project, { format, flags: TEN }));
});
const rendered = (format: (typeof FORMATS)[number][0]) => renders.get(format) as Scene;

describe.each(FORMATS)('%s', (format, tolerance) => {
  let shown: Scene;
  beforeAll(() => {
    shown = rendered(format);
  });

  it('has all frames, transparent where the page is empty, whatever html and body are', () => {
    expect(shown.frames.count).toBe(10);
    expect(shown.warnings).toEqual([]);
    for (const frame of [0, 4, 9]) expect(shown.pixel(frame, 25)[3]).toBeLessThanOrEqual(tolerance === 0 ? 0 : 2);
    if (tolerance === 0) expect(shown.pixel(0, 25)).toEqual([0, 0, 0, 0]);
  });

  it('keeps half transparent, faint and opaque colours', () => {
    near(shown.pixel(3, 0), [255, 0, 0, 128], tolerance);
    near(shown.pixel(3, 6), [255, 255, 255, 255], tolerance);
    expect(Math.abs(shown.pixel(3, 4)[3] - 64)).toBeLessThanOrEqual(Math.max(1, tolerance));
    expect(shown.pixel(4, 2)[3]).toBeLessThanOrEqual(tolerance);
    near(shown.pixel(5, 2), [0, 255, 0, 255], tolerance);
  });
});

describe('the streams', () => {
  it('are ProRes 4444, VP9 with its alpha tag, and a gif that is clear where nothing is', async () => {
    const project = await makeProject({ 'index.html': html });
    const movStream = (await streams(rendered('mov').output)).video;
    expect(movStream).toMatchObject({ codec_name: 'prores' });
    expect(movStream?.pix_fmt).toMatch(/^yuva444p1[02]le$/);
    const tags = (await streams(rendered('webm').output)).video?.tags ?? {};
    expect(Object.entries(tags).find(([name]) => name.toLowerCase() === 'alpha_mode')?.[1]).toBe('1');
    const gif = `${project}/out.gif`;
    await renderWarm(project, gif, ['--format', 'gif', ...TEN]);
    const frames = await decode(gif);
    expect(frames.count).toBe(10);
    expect(frames.pixel(3, ...middle(25))[3]).toBe(0);
    near(frames.pixel(3, ...middle(6)), [255, 255, 255, 255], 4);
    near(frames.pixel(8, ...middle(2)), [0, 255, 0, 255], 12);
  });
});

describe('backgrounds of html and body', () => {
  it.each([
    ['a rule says', '<style>html,body{background:#ff00ff !important}</style>', ''],
    ['a layer says', '<style>@layer { body{background:#ff00ff !important} }</style>', ''],
    [
      'a script writes while frames are shown',
      '',
      `<script>addEventListener('hf-seek', () => document.body.style.setProperty('background', '#ff00ff', 'important'));</script>`,
    ],
  ])('are clear also where they are important: %s', async (_, head, script) => {
    const important = scene(cell(0, 'rgba(255,0,0,.5)') + script, { head }).replace('style="background:black"', '');
    const shown = await renderProject(await makeProject({ 'index.html': important }), {
      format: 'png-sequence',
      flags: TEN,
    });
    for (const frame of [0, 9]) {
      expect(shown.pixel(frame, 25)).toEqual([0, 0, 0, 0]);
      near(shown.pixel(frame, 0), [255, 0, 0, 128], 0);
    }
  });
});

describe('a background on the root', () => {
  it('is kept: it is the explicit choice of the author', async () => {
    const opaque = scene(cell(0, '#ff0000')).replace('background:black', 'background:#0000ff');
    const shown = await renderProject(await makeProject({ 'index.html': opaque }), {
      format: 'png-sequence',
      flags: [...TEN, '--frames', '0'],
    });
    expect(shown.pixel(0, 25)).toEqual([0, 0, 255, 255]);
    expect(shown.pixel(0, 0)).toEqual([255, 0, 0, 255]);
  });
});

describe('an opaque format', () => {
  it('shows the backgrounds of html and body', async () => {
    const shown = await renderProject(await makeProject({ 'index.html': html }), { flags: TEN });
    expect(shown.runs(25)).toBe('10 magenta');
    expect(shown.runs(2)).toBe('5 magenta, 5 lime');
  });
});
