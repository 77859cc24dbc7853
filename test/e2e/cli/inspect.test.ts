/** `framefarm inspect`: what a render would do, told by the render's own preparation. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeClip, makeTone } from '../../support/projects/clips.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cell, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { framefarm, type JsonEvent } from '../../support/renders/command-line.js';
import { warmRender } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

describe('inspect', () => {
  let project: string;
  let document: JsonEvent;
  let planned: JsonEvent;

  beforeAll(async () => {
    const declarations = '[{"id":"tint","type":"color","label":"Tint","default":"#00ff00"}]';
    const root = scene(
      `<style>p { font-family: "No Such Font" }</style>
       ${cell(0, 'var(--tint)', 'id="a" data-start="0.5" data-duration="1" data-track-index="2"')}
       <div id="outer" data-start="0" data-duration="2">${cell(1, 'red', 'id="inner" data-start="a" data-label="after a"')}</div>
       <p>words</p>
       <video id="v" src="clip.mp4" muted data-start="0" data-duration="1"></video>
       <audio id="t" src="tone.wav" data-start="0.5" data-duration="1" data-volume="0.5"></audio>`,
      { duration: 2 },
    );
    project = await makeProject({
      'index.html': root.replace('<html>', `<html data-composition-variables='${declarations}'>`),
    });
    await makeClip(join(project, 'clip.mp4'), ['red', 'red', 'blue', 'blue']);
    await makeTone(join(project, 'tone.wav'), 440, 1);
    const flags = ['--fps', '10', '--variables', '{"tint":"#ff0000"}', '--from', '0.5', '--json'];
    const cwd = scratchDirectory();
    const inspected = await framefarm(['inspect', project, ...flags], { cwd });
    expect(inspected.exitCode, inspected.stderr).toBe(0);
    document = JSON.parse(inspected.stdout);
    const dry = await warmRender([project, ...flags, '--dry-run']);
    planned = dry.events().at(-1)?.plan;
  });

  it('is the plan of a render with the same flags', () => {
    expect(document.composition).toMatchObject({ ...planned.composition, width: 160, height: 80, fps: '10' });
    expect(document.length).toMatchObject({ seconds: 2, frames: 20, written: true });
    expect(document.output).toMatchObject({
      format: 'mp4',
      width: planned.encoding.width,
      firstFrame: 5,
      frames: planned.frames,
      chunks: planned.chunks.length,
    });
    const { path, reason, image, transparent } = planned.capture;
    expect(document.capture).toEqual({ path, reason, image, transparent, sequential: false });
    expect(document.audio.tracks).toEqual(planned.audio.tracks);
  });

  it('has the clips with resolved times and nesting, media with facts, and what is not heard', () => {
    const { clips } = document;
    const named = (id: string) => clips.find((clip: JsonEvent) => clip.id === id);
    expect(named('a')).toMatchObject({ start: 0.5, end: 1.5, track: 2, frames: { firstFrame: 5, lastFrame: 14 } });
    expect(named('inner')).toMatchObject({ start: 1.5, label: 'after a', depth: 1 });
    expect(clips[named('inner').parent].id).toBe('outer');
    const [clip] = document.media.filter(({ source }: JsonEvent) => source === '/clip.mp4');
    expect(clip).toMatchObject({ usedBy: ['v'], facts: { video: { codec: 'h264', width: 32, alpha: false } } });
    expect(document.audio.tracks).toMatchObject([{ elementId: 't', volume: 0.5, start: 0.5 }]);
    expect(document.audio.silent).toEqual([{ elementId: 'v', reason: 'muted' }]);
  });

  it('has variables with their values, fonts with their origin, and the warnings of a render', () => {
    expect(document.variables).toMatchObject([
      { id: 'tint', value: '#ff0000', given: true, declaration: { type: 'color' } },
    ]);
    expect(document.fonts).toContainEqual({ family: 'No Such Font', from: 'missing' });
    expect(document.warnings.map(({ code }: JsonEvent) => code)).toContain('font_unresolved');
    expect(document.lint).toEqual({
      errors: expect.any(Number),
      warnings: expect.any(Number),
      notes: expect.any(Number),
    });
  });

  it('is a text for people, and writes nothing', async () => {
    const cwd = scratchDirectory();
    const run = await framefarm(['inspect', project, '--fps', '10'], { cwd });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stdout).toContain(
      'test (index.html)\n  Size     160x80 at 10 fps\n  Length   2 s, 20 frames, written on the root',
    );
    expect(run.stdout).toMatch(/\n {2}2 +<div> #a +·{8}█{16}·{8} {2}0\.5 to 1\.5, 5 to 14\n/);
    expect(run.stdout).toContain('\n  #v: silent, muted\n');
    expect(run.stdout).toContain('\n  tint (color) = "#00ff00", default\n');
    expect(run.stderr).toBe('');
  });

  it('fails as a render would', async () => {
    const broken = await makeProject({ 'index.html': '<!doctype html><p>nothing' });
    const run = await framefarm(['inspect', broken, '--json']);
    expect(run.exitCode).not.toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ type: 'error', code: 'COMPOSITION_ROOT_MISSING' });
  });
});
