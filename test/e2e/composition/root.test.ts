/** Project, entry and root (composition-format 1 and 2). */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { streams } from '../../support/output/decode.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cell, failureOf, renderFiles, renderProject, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

const document = (body: string, head = '') => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
const TEN = ['--fps', '10'];

describe('the root', () => {
  it('gives id, size, rate and length; editor attributes are ignored', async () => {
    const shown = await renderFiles({
      'index.html': document(
        `<div data-composition-id="named" data-width="64px" data-height="48.9" data-fps="25" data-duration="0.4" data-start="7"
          data-timeline-locked data-resolution="4k" data-hf-anything="1" style="background:black">${cell(0, 'red', 'data-start="0" data-duration="0.2"')}</div>`,
      ),
    });
    expect(shown.complete).toMatchObject({ compositionId: 'named', width: 64, height: 48, fps: '25', frames: 10 });
    expect(shown.runs(0)).toBe('5 red, 5 black');
    expect(shown.warnings).toEqual([]);
  });

  it('takes a rational rate, and an option wins over it', async () => {
    const files = { 'index.html': scene('', { duration: 0.1, attributes: 'data-fps="30000/1001"' }) };
    const own = await renderFiles(files);
    expect((await streams(own.output)).video?.avg_frame_rate).toBe('30000/1001');
    expect((await renderFiles(files, { flags: ['--fps', '50'] })).frames.count).toBe(5);
  });

  it('sets the page up: no margins, hidden overflow, sizes, custom properties', async () => {
    const shown = await renderFiles(
      {
        'index.html': document(
          `<div data-composition-id="t" data-width="160" data-height="80" data-duration="0.1">
            <div data-start="0" style="background:black"></div>
            <div style="position:absolute;background:red;top:0;left:0;width:calc(var(--comp-width) / 10);height:calc(var(--comp-height) / 5)"></div>
            <div data-start="0" style="background:lime;width:16px;height:16px;margin-left:32px"></div>
            <div style="position:absolute;left:150px;top:70px;width:500px;height:500px;background:blue"></div>
            <div data-start="0" style="width:16px;height:16px;right:0;bottom:16px;background:white"></div>
          </div>`,
          '<style>body{margin:30px;padding:20px}</style>',
        ),
      },
      { flags: TEN },
    );
    expect(shown.complete).toMatchObject({ width: 160, height: 80 });
    // Full size although its content gives it none.
    expect(shown.runsAt(100, 40)).toBe('1 black');
    expect(shown.runs(0)).toBe('1 red');
    expect(shown.runs(1)).toBe('1 black');
    // Absolute at the top left: its margin counts from there.
    expect(shown.runs(2)).toBe('1 lime');
    // Sides that the author gives win over the top left.
    expect(shown.runsAt(152, 56)).toBe('1 white');
    expect(shown.runsAt(155, 75)).toBe('1 blue');
    expect(shown.runsAt(145, 75)).toBe('1 black');
  });

  it('is the marked one, else the first without a composition ancestor', async () => {
    const candidate = (id: string, colour: string, more = '') =>
      `<div data-composition-id="${id}" data-width="32" data-height="32" data-duration="0.1" ${more} style="background:${colour}"></div>`;
    const marked = await renderFiles(
      { 'index.html': document(candidate('one', 'red') + candidate('two', 'blue', 'data-root="true"')) },
      { flags: TEN },
    );
    expect(marked.complete.compositionId).toBe('two');
    const first = await renderFiles(
      { 'index.html': document(candidate('one', 'red') + candidate('two', 'blue')) },
      { flags: TEN },
    );
    expect(first.complete.compositionId).toBe('one');
    expect(first.runsAt(16, 16)).toBe('1 red');
  });

  it('may be made by a script, also later than load', async () => {
    const script = `<script>setTimeout(() => { document.body.innerHTML = '<div data-composition-id="made" data-width="64" data-height="32" data-duration="0.5" style="background:red"></div>' }, 100)</script>`;
    const shown = await renderFiles({ 'index.html': document(script) }, { flags: TEN });
    expect(shown.complete).toMatchObject({ compositionId: 'made', width: 64, height: 32, frames: 5 });
    expect(shown.runsAt(60, 28)).toBe('5 red');
  });

  it('is judged by the same rules when a script made it', async () => {
    const made = (attributes: string) =>
      document(
        `<script>document.write('<div data-composition-id="made" data-duration="0.2" ${attributes}></div>')</script>`,
      );
    const bare = await renderFiles({ 'index.html': made('data-fps="25" data-height="60"') }, { flags: TEN });
    expect(bare.complete).toMatchObject({ width: 1080, height: 60, frames: 2 });
    expect(bare.warnings.toSorted()).toEqual(['root_missing_dimensions', 'unsupported_feature']);
    expect(bare.warning('unsupported_feature')).toContain('data-fps="25"');
    const large = await makeProject({ 'index.html': made('data-width="9000" data-height="60"') });
    expect(await failureOf(large)).toMatchObject({ code: 'COMPOSITION_SIZE_INVALID' });
  });

  it('has 1080 × 1920 pixels when it says nothing, with a warning', async () => {
    const shown = await renderFiles(
      { 'index.html': document('<div data-composition-id="t" data-duration="0.1" data-width="wide"></div>') },
      { flags: TEN },
    );
    expect(shown.complete).toMatchObject({ width: 1080, height: 1920 });
    expect(shown.warnings).toEqual(['root_missing_dimensions']);
  });

  it('keeps the length of the source whatever a script does to it', async () => {
    const script = `<script>document.querySelector('[data-composition-id]').dataset.duration = '3'</script>`;
    const shown = await renderFiles({ 'index.html': scene(script, { duration: 0.5 }) }, { flags: TEN });
    expect(shown.frames.count).toBe(5);
  });

  it('takes data-composition-duration as another name', async () => {
    const html = scene('', { duration: null, attributes: 'data-composition-duration="0.7"' });
    expect((await renderFiles({ 'index.html': html }, { flags: TEN })).frames.count).toBe(7);
  });

  it.each(['1', '8193'])('is refused at %s pixels', async (width) => {
    const project = await makeProject({
      'index.html': document(
        `<div data-composition-id="t" data-width="${width}" data-height="64" data-duration="1"></div>`,
      ),
    });
    const failure = await failureOf(project);
    expect(failure.code).toBe('COMPOSITION_SIZE_INVALID');
    expect(failure.message).toContain(width);
  });
});

describe('the entry', () => {
  it('without a root fails and says what was found instead', async () => {
    const project = await makeProject({
      'index.html': document('<template><div data-composition-id="inside" data-duration="1"></div></template>'),
    });
    const failure = await failureOf(project);
    expect(failure.code).toBe('COMPOSITION_ROOT_MISSING');
    expect(failure.message).toMatch(/inside a <?template/);
  });

  it('is another file when told so; assets are relative to it', async () => {
    const html = scene('<img src="../red.svg" style="position:absolute;width:16px;height:16px">');
    const shown = await renderFiles(
      {
        'scenes/second.html': html,
        'red.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="red"/></svg>',
      },
      { flags: ['--composition', 'scenes/second.html', '--fps', '1'] },
    );
    expect(shown.runs(0)).toBe('1 red');
    expect(shown.warnings).toEqual([]);
  });

  it('may use links that leave the project: followed and told, or refused', async () => {
    const outside = await makeProject({
      'red.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="red"/></svg>',
    });
    const project = await makeProject({
      'index.html': scene('<img src="shared/red.svg" style="position:absolute;width:16px;height:16px">'),
    });
    symlinkSync(outside, join(project, 'shared'));
    const shown = await renderProject(project, { flags: ['--fps', '1'] });
    expect(shown.runs(0)).toBe('1 red');
    expect(shown.complete.notices).toContainEqual({
      code: 'outside_links',
      message: expect.stringContaining(outside),
    });
    const refused = await renderProject(project, {
      flags: ['--fps', '1', '--no-outside-links'],
      output: join(scratchDirectory(), 'refused.mp4'),
    });
    expect(refused.runs(0)).toBe('1 black');
    expect(refused.warnings).toEqual(['media_load_failed']);
    expect(refused.warning('media_load_failed')).toContain('shared/red.svg');
  });
});

describe('files in other encodings', () => {
  const proof = (index: number) =>
    `<p class="word" hidden>grün</p>${cell(index, 'red', 'class="proof"')}<script>
      if (document.querySelector('.word').textContent === 'gr\\u00fcn') document.querySelector('.proof').style.background = '#00ff00';</script>`;
  const child = (id: string) =>
    `<div data-composition-id="${id}" data-composition-src="${id}.html" style="position:absolute;inset:0"></div>`;

  it('are read in those; one that does not exist is told', async () => {
    const entry = scene(proof(0) + child('wide') + child('odd'), { duration: 0.1 });
    const shown = await renderFiles(
      {
        'index.html': Buffer.from(entry.replace('charset="utf-8"', 'charset="windows-1252"'), 'latin1'),
        'wide.html': Buffer.from(`\uFEFF${document(`<div data-composition-id="wide">${proof(1)}</div>`)}`, 'utf16le'),
        'odd.html': document(`<div data-composition-id="odd">${proof(2)}</div>`, '<meta charset="klingon">'),
      },
      { flags: TEN },
    );
    expect([0, 1, 2].map((index) => shown.runs(index))).toEqual(['1 lime', '1 lime', '1 lime']);
    expect(shown.warnings).toEqual(['unsupported_feature']);
    expect(shown.warning('unsupported_feature')).toContain('odd.html says that it is in "klingon"');
  });
});
