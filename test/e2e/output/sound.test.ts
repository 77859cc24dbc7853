/** Sound end to end (composition-format 9.2, 9.3, 14): what is heard when, in every format that has sound. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Sound, sound, streams } from '../../support/output/decode.js';
import { makeClip, makeTone, times } from '../../support/projects/clips.js';
import { addPackageFile, makeProject } from '../../support/projects/project.js';
import { failureOf, renderProject, type Scene, scene } from '../../support/projects/scene.js';

/** Root mean square of the tones: sine at a tenth of full scale. */
const LEVEL = 0.1 / Math.SQRT2;
const TEN = ['--fps', '10'];
const audio = (source: string, attributes: string) => `<audio src="${source}" ${attributes}></audio>`;

/** A short and a long tone, and a video with one; made once. */
const media = (async (): Promise<string> => {
  const directory = await makeProject({});
  await makeTone(join(directory, 'tone.wav'), 400, 1);
  await makeTone(join(directory, 'long.wav'), 400, 5);
  await makeClip(join(directory, 'loud.mp4'), times(20, 'red'), { tone: 800 });
  return directory;
})();

async function project(body: string, duration = 4): Promise<string> {
  const directory = await makeProject({
    'index.html': scene(body, { duration, head: '<script src="gsap.min.js"></script>' }),
  });
  await addPackageFile(directory, 'gsap/dist/gsap.min.js', 'gsap.min.js');
  await cp(await media, directory, { recursive: true });
  return directory;
}

/** Level between two times, away from the edges that a lossy codec blurs. */
const level = (heard: Sound, from: number, to: number) => heard.rms(from + 0.05, to - 0.05);

describe('one mix', () => {
  let shown: Scene;
  let heard: Sound;
  beforeAll(async () => {
    const body = [
      // 0–0.5 alone, 0.5–1 doubled, then silence although its slot goes on.
      audio('tone.wav', 'id="first" data-start="0" data-duration="1.5"'),
      audio('long.wav', 'id="second" data-start="0.5" data-duration="0.5"'),
      audio('long.wav', 'id="half" data-start="1.5" data-duration="0.5" data-volume="0.5"'),
      audio('long.wav', 'id="clamped" data-start="2" data-duration="0.5" data-volume="10"'),
      audio('long.wav', 'id="faded" data-start="2.5" data-duration="1"'),
      audio('long.wav', 'muted data-start="0" data-duration="4"'),
      audio('long.wav', 'data-hidden data-start="0" data-duration="4"'),
      `<div data-hidden>${audio('long.wav', 'data-start="0" data-duration="4"')}</div>`,
      audio('long.wav', 'data-start="9" data-duration="4"'),
      audio(
        'long.wav',
        `id="laned" data-start="3.5" data-duration="0.5" data-automation='${JSON.stringify({
          version: 1,
          lanes: [
            {
              target: 'volume',
              points: [
                { t: 0, v: 2 },
                { t: 0.5, v: 2 },
              ],
            },
          ],
        })}'`,
      ),
      audio(
        'long.wav',
        'id="edged" data-start="4" data-duration="1" data-fade-in="0.5" data-fade-out="0.5s" data-volume="2"',
      ),
      `<script>{ const tl = gsap.timeline({ paused: true });
        tl.fromTo('#faded', { volume: 0 }, { volume: 1, duration: 1, ease: 'none' }, 2.5);
        tl.set('#laned', { volume: 0 }, 3.5); window.__timelines.test = tl; }</script>`,
    ].join('');
    shown = await renderProject(await project(body, 5), { flags: TEN });
    heard = await sound(shown.output);
  });

  it('raises no warning and lasts as long as the picture', async () => {
    expect(shown.warnings).toEqual([]);
    const { audio: stream } = await streams(shown.output);
    expect(stream).toMatchObject({ codec_name: 'aac' });
    expect(Number(stream?.duration)).toBeCloseTo(5, 1);
  });

  it.each([
    ['has one tone', 0, 0.5, 1],
    ['doubles two equal ones, without normalisation', 0.5, 1, 2],
    ['is silent after a source that is shorter than its slot, whatever is muted or hidden', 1, 1.5, 0],
    ['halves', 1.5, 2, 0.5],
    ['acts at most as 3.98', 2, 2.5, 3.981],
    ['obeys an automation lane before a tween', 3.5, 4, 2],
  ])('%s', (_, from, to, gain) => {
    expect(Math.abs(level(heard, from, to) - LEVEL * gain)).toBeLessThan(LEVEL * 0.02 + 1e-3);
    expect(Math.abs(heard.rmsRight(from + 0.05, to - 0.05) - LEVEL * gain)).toBeLessThan(LEVEL * 0.02 + 1e-3);
  });

  it('fades with a tween', () => {
    for (const at of [0.2, 0.4, 0.6, 0.8]) {
      // The root mean square of a ramp around its middle is all but its value there.
      expect(Math.abs(heard.rms(2.5 + at - 0.05, 2.5 + at + 0.05) - LEVEL * at)).toBeLessThan(LEVEL * 0.02);
    }
  });

  it('fades at the edges of a clip by its attributes, whatever else sets its volume', () => {
    for (const [at, gain] of [
      [0.1, 0.2],
      [0.4, 0.8],
      [0.6, 0.8],
      [0.9, 0.2],
    ] as const) {
      expect(Math.abs(heard.rms(4 + at - 0.05, 4 + at + 0.05) - LEVEL * 2 * gain)).toBeLessThan(LEVEL * 0.1);
    }
  });
});

describe('videos, rates, offsets and loops', () => {
  it('sound as they show', async () => {
    const body = [
      `<video src="loud.mp4" data-start="0" data-duration="0.5" data-media-start="1"></video>`,
      `<video src="loud.mp4" muted data-start="0.5" data-duration="0.5"></video>`,
      `<video src="loud.mp4" data-has-audio="false" data-start="0.5" data-duration="0.5"></video>`,
      audio('tone.wav', 'data-start="1" data-playback-rate="2"'),
      audio('tone.wav', 'data-start="2" data-duration="1.5" loop'),
      audio('tone.wav', 'data-start="3.5" data-media-start="0.8"'),
    ].join('');
    const shown = await renderProject(await project(body), { flags: TEN });
    const heard = await sound(shown.output);
    expect(shown.warnings).toEqual([]);
    expect(level(heard, 0, 0.5)).toBeCloseTo(LEVEL, 2);
    expect(heard.frequency(0.1, 0.4)).toBeCloseTo(800, -1);
    expect(level(heard, 0.5, 1)).toBeLessThan(1e-3);
    // Twice as fast: half as long, and the pitch stays.
    expect(level(heard, 1, 1.5)).toBeCloseTo(LEVEL, 2);
    expect(heard.frequency(1.1, 1.4)).toBeCloseTo(400, -1);
    expect(level(heard, 1.5, 2)).toBeLessThan(2e-3);
    expect(level(heard, 2, 3)).toBeCloseTo(LEVEL, 2);
    expect(level(heard, 3, 3.5)).toBeCloseTo(LEVEL, 2);
    expect(level(heard, 3.5, 3.7)).toBeCloseTo(LEVEL, 2);
    expect(level(heard, 3.7, 4)).toBeLessThan(2e-3);
  });
});

describe('nothing to hear', () => {
  it('leaves no audio stream: hidden and muted tracks, one outside the render, a video without data-has-audio', async () => {
    const body = [
      audio('long.wav', 'data-hidden data-start="0"'),
      audio('long.wav', 'muted data-start="0"'),
      audio('long.wav', 'data-start="30" data-duration="1"'),
      '<video src="loud.mp4" data-has-audio="false" data-start="0"></video>',
    ].join('');
    const shown = await renderProject(await project(body, 1), { flags: TEN });
    expect((await streams(shown.output)).audio).toBeUndefined();
    expect(shown.complete.media.audio).toBeNull();
  });
});

describe('a missing file', () => {
  it('is one warning for each element that the author told apart', async () => {
    const body = `${audio('none.mp3', 'id="a" data-start="0"')}${audio('none.mp3', 'id="b" data-start="1"')}
      ${audio('./gone.mp3', 'data-start="0"')}<script>{ const added = document.createElement('audio');
        added.setAttribute('src', 'late.mp3'); added.setAttribute('data-start', '0'); document.currentScript.before(added); }</script>`;
    const shown = await renderProject(await makeProject({ 'index.html': scene(body) }), { flags: TEN });
    const told: string[] = shown.complete.warnings.map(({ message }: { message: string }) => message);
    expect(told.map((message) => /^<audio[^>]*>/.exec(message)?.[0])).toEqual([
      '<audio id="a" src="none.mp3">',
      '<audio id="b" src="none.mp3">',
      '<audio src="gone.mp3">',
      '<audio src="/late.mp3">',
    ]);
  });
});

describe('a warning of the mix', () => {
  it('fails a render under --strict that has captured its frames before', async () => {
    const lane = {
      target: 'fx.nope.gain',
      points: [
        { t: 0, v: 1 },
        { t: 1, v: 1 },
      ],
    };
    const body = audio(
      'tone.wav',
      `id="m" data-start="0" data-automation='${JSON.stringify({ version: 1, lanes: [lane] })}'`,
    );
    const failure = await failureOf(await project(body, 0.2), ['--strict', ...TEN]);
    expect(failure.message).toContain('automation_target_inert');
  });
});

describe('other formats', () => {
  const body = audio('long.wav', 'data-start="0.5" data-duration="1"');

  it.each([
    ['webm', 'opus'],
    ['mov', 'aac'],
  ] as const)('%s carries %s', async (format, codec) => {
    const shown = await renderProject(await project(body, 2), { format, flags: TEN });
    const told = await streams(shown.output);
    expect([told.audio?.codec_name, told.duration]).toEqual([codec, 2]);
    const heard = await sound(shown.output);
    expect(level(heard, 0, 0.5)).toBeLessThan(2e-3);
    expect(Math.abs(level(heard, 0.5, 1.5) - LEVEL)).toBeLessThan(LEVEL * 0.05);
    expect(level(heard, 1.5, 2)).toBeLessThan(2e-3);
  });

  it('a png-sequence has it beside the pictures', async () => {
    const shown = await renderProject(await project(body, 2), { format: 'png-sequence', flags: TEN });
    const heard = await sound(join(shown.output, 'audio.aac'));
    expect(Math.abs(level(heard, 0.6, 1.4) - LEVEL)).toBeLessThan(LEVEL * 0.05);
  });
});
