/** Length and frame clock (composition-format 5). */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sound, streams } from '../../support/output/decode.js';
import { makeClip, makeTone, times } from '../../support/projects/clips.js';
import { addPackageFile, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cell, failureOf, renderFiles, renderProject, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { renderWarm } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

const GSAP = '<script src="gsap.min.js"></script>';
const timeline = (id: string, build: string) =>
  `<script>{const tl = gsap.timeline({ paused: true }); ${build}; window.__timelines['${id}'] = tl;}</script>`;

async function withGsap(files: Record<string, string>): Promise<string> {
  const project = await makeProject(files);
  await addPackageFile(project, 'gsap/dist/gsap.min.js', 'gsap.min.js');
  return project;
}
const TEN = ['--fps', '10'];
/** The frames and warnings of a plan: an output of so many is tested below `an explicit length`. */
async function planned(
  project: string,
  flags: readonly string[],
): Promise<{ frames: number; warnings: readonly unknown[] }> {
  const { frames, warnings } = await renderWarm(project, join(scratchDirectory(), 'out.mp4'), [...flags, '--dry-run']);
  return { frames, warnings };
}
const open = (body: string, head = GSAP) => scene(body, { duration: null, head });

describe('an explicit length', () => {
  it('of 4.01 s at 30 gives 121 frames, and sound of the same length', async () => {
    const project = await makeProject({
      'index.html': scene('<audio id="tone" src="tone.wav" data-start="0"></audio>', { duration: 4.01 }),
    });
    await makeTone(join(project, 'tone.wav'), 440, 6);
    const shown = await renderProject(project);
    expect(shown.frames.count).toBe(121);
    const probed = await streams(shown.output);
    expect(Number(probed.video?.duration)).toBeCloseTo(121 / 30, 3);
    expect(Number(probed.audio?.duration)).toBeCloseTo(121 / 30, 3);
    expect((await sound(shown.output)).rms(3.9, 4.0)).toBeCloseTo(0.0707, 2);
  });

  it('of 3 s at 30000/1001 gives 90 frames', async () => {
    const project = await makeProject({ 'index.html': scene('', { duration: 3 }) });
    expect(await planned(project, ['--fps', '30000/1001'])).toMatchObject({ frames: 90 });
  });

  it('wins over the timeline, and past the timeline the last state holds', async () => {
    const project = await withGsap({
      'index.html': scene(
        cell(0, 'red', 'id="box"') + timeline('test', `tl.set('#box', { backgroundColor: '#00ff00' }, 0.5)`),
        { duration: 1.2, head: GSAP },
      ),
    });
    const shown = await renderProject(project, { flags: TEN });
    expect(shown.runs(0)).toBe('5 red, 7 lime');
  });

  it('above a million frames fails before anything is enumerated', async () => {
    const project = await makeProject({ 'index.html': scene('', { duration: 1e12 }) });
    expect(await failureOf(project)).toMatchObject({ code: 'COMPOSITION_TOO_LONG', exitCode: 1 });
  });
});

describe('a length that must be found', () => {
  it('names what gives it when it is too long: nobody has written it down', async () => {
    const project = await makeProject({
      'index.html': open('<audio id="tone" src="tone.wav" data-start="1e9"></audio>'),
    });
    await makeTone(join(project, 'tone.wav'), 440, 0.1);
    const { code, message } = await failureOf(project);
    expect(code).toBe('COMPOSITION_TOO_LONG');
    expect(message).toMatch(/found: data-duration of the root: none; .*audio "tone": 100000000 s/);
  });

  it('is that of a 3.5 s timeline and a child ending at 3.75 s: 94 frames at 25', async () => {
    const project = await withGsap({
      'index.html': open(
        cell(0, 'red', 'id="box"') +
          '<div data-composition-id="child" data-composition-src="child.html" data-start="3" data-duration="0.75"></div>' +
          timeline('test', `tl.to('#box', { opacity: 0, duration: 3.5 })`),
      ),
      'child.html': `<template>${cell(1, 'blue')}</template>`,
    });
    expect(await planned(project, ['--fps', '25'])).toEqual({ frames: 94, warnings: [] });
  });

  it.each([
    ['of the root timeline', timeline('test', `tl.to({}, { duration: 0.8 })`), 8],
    [
      'of a CSS animation with delay and repeats',
      `<style>@keyframes k{to{opacity:0}}.k{animation:k .2s .1s 3}</style>${cell(0, 'red', 'class="k"')}`,
      7,
    ],
    [
      'of a Web Animation',
      `${cell(0, 'red', 'id="w"')}<script>document.getElementById('w').animate({opacity:[0,1]},{duration:900})</script>`,
      9,
    ],
    [
      'of the finite ones among infinite ones',
      `<style>@keyframes k{to{opacity:0}}.i{animation:k 1s infinite}.f{animation:k .4s}</style>${cell(0, 'red', 'class="i"')}${cell(1, 'red', 'class="f"')}${timeline('test', `tl.to({}, { duration: 0.1, repeat: -1 })`)}`,
      4,
    ],
    [
      'of a host around a child timeline',
      `<div data-composition-id="child" data-start="0.5"></div>${timeline('child', `tl.to({}, { duration: 0.6 })`)}`,
      11,
    ],
  ])('is that %s', async (_, body, frames) => {
    expect(await planned(await withGsap({ 'index.html': open(body) }), TEN)).toEqual({ frames, warnings: [] });
  });

  it('is that of the media windows', async () => {
    const project = await makeProject({
      'index.html': open(
        '<video id="v" src="clip.mp4" muted data-start="0.2" data-playback-rate="0.5"></video><audio id="a" src="tone.wav" data-start="0.5"></audio>',
        '',
      ),
    });
    await makeClip(join(project, 'clip.mp4'), times(5, 'red'));
    await makeTone(join(project, 'tone.wav'), 440, 0.6);
    expect(await planned(project, TEN)).toMatchObject({ frames: 12 });
  });

  it('of nothing fails at once, says what was found and what to do', async () => {
    const project = await withGsap({
      'index.html': open(
        `<style>@keyframes spin{to{rotate:360deg}}.i{animation:spin 1s infinite}</style>${cell(0, 'red', 'class="i"')}${timeline('test', '')}`,
      ),
    });
    const failure = await failureOf(project);
    expect(failure.code).toBe('COMPOSITION_ZERO_DURATION');
    expect(failure.message).toMatch(/timeline/);
    expect(failure.message).toMatch(/infinite/);
  });
});

describe('the frame clock', () => {
  it('plays tweens after 1700 s', async () => {
    const project = await withGsap({
      'index.html': scene(
        cell(0, 'red', 'id="box"') +
          timeline(
            'test',
            `tl.set('#box', { backgroundColor: '#00ff00' }, 1702); tl.set('#box', { backgroundColor: '#0000ff' }, 1704); tl.to({}, { duration: 1 }, 1705)`,
          ),
        { duration: 1706, head: GSAP, width: 32, height: 32 },
      ),
    });
    const shown = await renderProject(project, { flags: ['--fps', '1', '--frames', '1690-1705'] });
    expect(shown.runs(0)).toBe('12 red, 2 lime, 2 blue');
  });

  it('samples frame n at exactly n / fps, in one frame as in many', async () => {
    const body = `${cell(0, 'red')}<script>addEventListener('hf-seek', (e) => { const n = Math.round(e.detail.time * 30000 / 1001); document.querySelector('#test-cell').style.background = e.detail.time === n * 1001 / 30000 ? '#00ff00' : '#ff0000' })</script>`;
    const html = scene(body.replace('<div', '<div id="test-cell"'), { duration: 1 });
    const shown = await renderFiles({ 'index.html': html }, { flags: ['--fps', '30000/1001'] });
    expect(shown.runs(0)).toBe('30 lime');
    const single = await renderFiles({ 'index.html': scene(cell(0, 'red'), { duration: 0.0333 }) });
    expect(single.runs(0)).toBe('1 red');
  });
});
