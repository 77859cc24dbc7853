/** What a document holds as `data:` URLs and other long texts: media are played, and no length of a text ends a render. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sound } from '../../support/output/decode.js';
import { makeClip, makeTone, times } from '../../support/projects/clips.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cell, place, renderFiles, renderProject, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

const TEN = ['--fps', '10'];
const LONG = 70_000;

describe('media as data: URLs', () => {
  it('are heard and shown like files, whatever their length', async () => {
    const made = scratchDirectory();
    await makeTone(join(made, 'tone.wav'), 400, 1);
    await makeClip(join(made, 'clip.mp4'), [...times(5, 'red'), ...times(5, 'lime')]);
    const [tone, clip] = await Promise.all(
      ['tone.wav', 'clip.mp4'].map((name) => readFile(join(made, name), 'base64')),
    );
    expect(tone?.length).toBeGreaterThan(LONG);
    const body = `<audio data-start="0" data-duration="0.5" src="data:audio/wav;base64,${tone}"></audio>
      <video data-start="0" data-duration="1" muted style="${place(0)}"><source src="data:video/mp4;base64,${clip}"></video>`;
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: TEN });
    expect(shown.warnings).toEqual([]);
    expect(shown.runs(0)).toBe('5 red, 5 lime');
    const heard = await sound(shown.output);
    expect(heard.rms(0.1, 0.4)).toBeCloseTo(0.1 / Math.SQRT2, 2);
    expect(heard.rms(0.6, 0.9)).toBeLessThan(0.001);
  });

  it('that a script sets are told by element, head and length', async () => {
    const body = `${cell(0, 'lime')}<audio id="late" data-start="0"></audio>
      <script>document.getElementById('late').src = 'data:audio/wav;base64,' + 'A'.repeat(${LONG});</script>`;
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: TEN });
    expect(shown.runs(0)).toBe('10 lime');
    expect(shown.warning('media_load_failed')).toContain('data:audio/wav;base64,AAAA');
    expect(shown.warning('media_load_failed')).toContain(`(${LONG + 22} bytes)`);
    expect(shown.warning('media_load_failed').length).toBeLessThan(400);
  });
});

describe('long texts of a page', () => {
  it('are told by their beginning and end no render', async () => {
    const body = `${cell(0, 'lime')}
      <img id="broken" src="data:image/png;base64,${'A'.repeat(LONG)}">
      <img src="${'long/'.repeat(3_000)}missing.png">
      <p style="font-family:'${'F'.repeat(LONG)}'" data-start="0" data-label="${'L'.repeat(LONG)}">text</p>
      <script>window.__timelines['${'k'.repeat(LONG)}'] = { duration: () => 1, time() {}, pause() {}, seek() {}, progress() {} };
        setTimeout(() => { throw new Error('e'.repeat(${LONG})); });</script>`;
    const shown = await renderProject(await makeProject({ 'index.html': scene(body) }), { flags: TEN });
    expect(shown.runs(0)).toBe('10 lime');
    expect(shown.warning('media_load_failed')).toContain('data:image/png;base64,AAAA');
    expect(shown.warning('script_error')).toContain('Error: eeee');
    for (const { message } of shown.complete.warnings) expect(message.length).toBeLessThan(LONG / 4);
  });
});
