/** What lies wrong in the source: each fault has its code, is told before the costly part, and leaves nothing. */
import { existsSync } from 'node:fs';
import { link, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decode } from '../../support/output/decode.js';
import { composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { framefarm } from '../../support/renders/command-line.js';
import { renderFaultyHere } from '../../support/renders/fault-bench.js';
import { coldRender, renderCold } from '../../support/renders/warm-render.js';
import { wrappedBrowser } from '../../support/renders/wrapped-browser.js';

useBundledFfmpeg();

describe('lengths and sizes', () => {
  it.each([
    ['data-duration 0', composition('', { duration: 0 }), 'COMPOSITION_ZERO_DURATION'],
    ['data-duration -1', composition('', { duration: -1 }), 'COMPOSITION_ZERO_DURATION'],
    ['data-duration NaN', composition('', { duration: Number.NaN }), 'COMPOSITION_ZERO_DURATION'],
    ['data-duration 1e12', composition('', { duration: 1e12 }), 'COMPOSITION_TOO_LONG'],
    ['width 0', composition('', { width: 0 }), 'COMPOSITION_SIZE_INVALID'],
    ['width 1', composition('', { width: 1 }), 'COMPOSITION_SIZE_INVALID'],
    ['height 9000', composition('', { height: 9000 }), 'COMPOSITION_SIZE_INVALID'],
  ])('%s is refused with its code', async (_, html, code) => {
    const { exitCode, last, stdout, output } = await renderFaultyHere({ 'index.html': html });
    expect(last, stdout).toMatchObject({ type: 'render-error', errorCode: code });
    expect(exitCode).toBe(1);
    expect(existsSync(output)).toBe(false);
  });

  it.each([
    ['an endless length', composition('', { duration: 1e12 }), 'COMPOSITION_TOO_LONG'],
    ['a size beyond all bounds', composition('', { width: 9000 }), 'COMPOSITION_SIZE_INVALID'],
  ])(
    '%s is refused without a browser: the one that starts meanwhile is not waited for, and ends',
    async (_, html, code) => {
      const silent = await wrappedBrowser('while :; do sleep 0.1; done');
      const { last } = await renderFaultyHere({ 'index.html': html }, { flags: ['--browser-path', silent] });
      expect(last).toMatchObject({ errorCode: code });
    },
  );
});

describe('the root', () => {
  it('is missed by name when it lies in a template only', async () => {
    const { exitCode, last } = await renderFaultyHere({ 'index.html': `<template>${composition('')}</template>` });
    expect(last).toMatchObject({ errorCode: 'COMPOSITION_ROOT_MISSING', error: expect.stringMatching(/template/) });
    expect(exitCode).toBe(1);
  });

  it('may be made by a script', async () => {
    const script = `<script>
      const root = document.createElement('div');
      root.dataset.compositionId = 'made'; root.dataset.width = 64; root.dataset.height = 48; root.dataset.duration = 0.2;
      root.style.cssText = 'width:64px;height:48px;background:rgb(0,128,0)';
      document.body.append(root);
    </script>`;
    const project = await makeProject({ 'index.html': `<!doctype html><body>${script}</body>` });
    const done = await renderCold(project, join(project, 'out.mp4'));
    expect(done).toMatchObject({ compositionId: 'made', width: 64, height: 48 });
    const [red, green, blue] = (await decode(join(project, 'out.mp4'))).pixel(0, 32, 24);
    expect(Math.abs(red) + Math.abs(green - 128) + Math.abs(blue)).toBeLessThan(16);
  });
});

describe('files', () => {
  it('an image that is missing is a warning by name', async () => {
    const html = composition('<img src="nothing.png">', { duration: 0.1 });
    const { exitCode, last } = await renderFaultyHere({ 'index.html': html });
    expect(exitCode).toBe(0);
    expect(last.warnings).toContainEqual(
      expect.objectContaining({ code: 'media_load_failed', message: expect.stringContaining('nothing.png') }),
    );
  });

  it('an image that is missing fails with --no-best-effort', async () => {
    const html = composition('<img src="nothing.png">', { duration: 0.1 });
    const { exitCode, last } = await renderFaultyHere({ 'index.html': html }, { flags: ['--no-best-effort'] });
    expect(last).toMatchObject({ errorCode: 'WARNINGS_NOT_ALLOWED', error: expect.stringContaining('nothing.png') });
    expect(exitCode).toBe(1);
  });

  const clip = (src: string) =>
    composition(`<video id="clip" src="${src}" data-start="0" data-duration="1" muted></video>`);

  it('a video that is missing fails by name', async () => {
    const { exitCode, last } = await renderFaultyHere({ 'index.html': clip('nothing.mp4') });
    expect(last).toMatchObject({
      errorCode: 'VIDEO_SOURCE_UNRENDERABLE',
      error: expect.stringContaining('nothing.mp4'),
    });
    expect(exitCode).toBe(1);
  });

  it('a text in the name of a video is told from a damaged one', async () => {
    const files = { 'index.html': clip('text.mp4'), 'text.mp4': 'It was a dark and stormy night.\n'.repeat(100) };
    const { exitCode, last } = await renderFaultyHere(files);
    const error =
      '<video id="clip" src="text.mp4">: the file is no media that can be read: Invalid data found when processing input';
    expect(last).toMatchObject({ errorCode: 'NOT_MEDIA_PAYLOAD', error });
    expect(exitCode).toBe(1);
  });

  it('an empty video fails', async () => {
    const { last } = await renderFaultyHere({ 'index.html': clip('empty.mp4'), 'empty.mp4': '' });
    expect(last.errorCode).toMatch(/^(NOT_MEDIA_PAYLOAD|VIDEO_SOURCE_UNRENDERABLE)$/);
  });

  it('a sound whose copy was broken off is rendered with a warning by name', async () => {
    const sound = Buffer.alloc(44 + 8000);
    sound.write('RIFF....WAVEfmt ', 'latin1');
    sound.writeUInt32LE(36 + 96_000, 4);
    // 16 bytes: PCM, mono, 48 kHz, 16 bits.
    Buffer.from('100000000100010080bb000000770100020010006461746100770100', 'hex').copy(sound, 16);
    const html = composition('<audio id="a" src="my%20song.wav" data-start="0"></audio>', { duration: 0.1 });
    const { exitCode, last } = await renderFaultyHere({ 'index.html': html, 'my song.wav': sound });
    const message =
      '"my song.wav" is cut off: it has 8044 of its 96044 bytes; what is missing is not shown, or is silent';
    expect(last.warnings).toEqual([expect.objectContaining({ code: 'media_cut_off', message })]);
    expect(exitCode).toBe(0);
  });

  it('a project that is not there is a fault of usage', async () => {
    const { exitCode, stderr } = await framefarm(['render', join(scratchDirectory(), 'nowhere')]);
    expect(stderr).toMatch(/\[COMPOSITION_NOT_FOUND\]/);
    expect(exitCode).toBe(2);
  });
});

describe('outputs', () => {
  it('a directory is no place for one file', async () => {
    const output = scratchDirectory();
    const { exitCode, stdout, stderr } = await renderFaultyHere({ 'index.html': composition('') }, { output });
    expect(stdout + stderr).toMatch(/OUTPUT_NOT_WRITABLE|VALIDATION_FAILED/);
    expect(exitCode).toBe(2);
  });

  it('a file is no directory to put an output into', async () => {
    const directory = scratchDirectory();
    await writeFile(join(directory, 'file'), 'older');
    const output = join(directory, 'file', 'out.mp4');
    const { exitCode, last } = await renderFaultyHere({ 'index.html': composition('') }, { output });
    expect(last).toMatchObject({ code: 'OUTPUT_NOT_WRITABLE', message: expect.stringContaining('is not a directory') });
    expect(exitCode).toBe(2);
  });

  it.each([
    ['the source of its video', '<video src="clip.mp4"></video>', 'clip.mp4'],
    ['a nested file', '<div data-composition-id="inner" data-composition-src="clip.mp4"></div>', 'clip.mp4'],
    ['a second name of it', '<video src="clip.mp4"></video>', 'same.mp4'],
    ['a link to it', '<video src="clip.mp4"></video>', 'link.mp4'],
    [
      'what only a script names',
      '<p><script>document.querySelector("p").append(Object.assign(new Image(), { src: "clip.mp4" }))</script></p>',
      'clip.mp4',
    ],
  ])('%s is not replaced', async (_, body, name) => {
    const source = composition('<p>.</p>');
    const project = await makeProject({ 'index.html': composition(body), 'clip.mp4': source });
    await link(join(project, 'clip.mp4'), join(project, 'same.mp4'));
    await symlink('clip.mp4', join(project, 'link.mp4'));
    const { exitCode, events } = await coldRender([project, '-o', join(project, name)]);
    const message = expect.stringMatching(/(?:clip|same|link)\.mp4 is a file that the composition itself uses/);
    expect(events().at(-1)).toMatchObject({ code: 'OUTPUT_NOT_WRITABLE', message });
    expect(exitCode).toBe(2);
    expect(await readFile(join(project, 'clip.mp4'), 'utf8')).toBe(source);
  });

  it('a place that takes no files is refused before capture', async () => {
    // Not even root may make files there.
    const { exitCode, last } = await renderFaultyHere({ 'index.html': composition('') }, { output: '/proc/out.mp4' });
    expect(last).toMatchObject({ code: 'OUTPUT_NOT_WRITABLE', message: expect.stringContaining('/proc') });
    expect(exitCode).toBe(2);
  });
});
