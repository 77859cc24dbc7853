/** The phases of a render, run one by one at several places as on a farm (farm-practice 1 to 4). */
import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderEvent } from '@framefarm/contract';
import {
  type CapturedChunk,
  chunkKey,
  openStepPlace,
  type PreparedStep,
  picturesKey,
  videosOfChunks,
} from '@framefarm/render';
import { afterAll, describe, expect, it } from 'vitest';
import { frameHashes, soundHash } from '../../support/output/decode.js';
import { H264_BT709, makeClip, makeTone, times } from '../../support/projects/clips.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cell, place as cellPlace, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../../support/renders/chunk-length.js';
import { captured, copyOf, extractAll, renderLike, renderOptions, sent } from '../../support/renders/steps.js';

useBundledFfmpeg();

cutIntoChunksOf(15);

/** Places whose browsers stay warm from test to test, as those of one owner's renders do. */
const occupant = 'tests';
const [one, other] = [openStepPlace(), openStepPlace()];
afterAll(() => Promise.all([one.close(), other.close()]));

const MOVING = `${cell(0, 'red', 'class="moved"')}${cell(4, 'blue', '', 'border-radius:50%')}
  <style>.moved{animation:go 4s linear}@keyframes go{to{translate:120px 60px;rotate:1turn}}</style>`;

/** 60 frames, four chunks; the videos are on screen in the third alone. */
const film = (more = ''): string =>
  scene(
    `${MOVING}<video id="clip" src="clip.mp4" data-start="1.07" data-duration="0.16" style="${cellPlace(12)}"></video>${more}
    <audio src="tone.wav" data-start="0.3" data-duration="1"></audio><script src="look.js"></script>`,
    { duration: 2 },
  );

const PICTURES = [...times(3, 'lime'), ...times(5, 'white')] as const;

async function filmProject(html = film()): Promise<string> {
  const look = 'document.getElementById("clip").style.opacity = 0.8;';
  const project = await makeProject({ 'index.html': html, 'look.js': look });
  await makeClip(join(project, 'clip.mp4'), PICTURES, { fps: 30, tone: 440 });
  await makeTone(join(project, 'tone.wav'), 880, 1);
  return project;
}

describe('the steps of a render', () => {
  it('give the frames and the sound of a local render, whoever captures which chunk, and the same bytes twice; videos extracted and decoded in the page', async () => {
    const decoded = `<video muted src="decoded.mp4" data-start="1.07" data-duration="0.16" style="${cellPlace(13)}"></video>`;
    const here = await filmProject(film(decoded));
    await makeClip(join(here, 'decoded.mp4'), PICTURES, { fps: 30, codec: H264_BT709 });
    const there = copyOf(here);
    const options = renderOptions();
    const prepared = sent(await one.prepare({ projectDir: here, options, occupant }));
    expect(prepared.warnings).toEqual([]);
    expect(prepared.plan.chunks).toHaveLength(4);
    expect([0, 1, 2, 3].map((index) => videosOfChunks(prepared, [index]))).toEqual([[], [0, 1], [0, 1], []]);
    const videos = await extractAll(other, there, options, prepared);
    // Seven samples and their description.
    expect(videos.map(({ count, extension, dir }) => [count, extension, readdirSync(dir ?? '').length])).toEqual([
      [5, 'jpg', 5],
      [5, 'h264', 8],
    ]);
    const mix = await other.sound({ projectDir: there, options, prepared, outDir: scratchDirectory() });

    const job = { projectDir: here, options, prepared, videos, occupant };
    const frames: number[] = [];
    const onFrame = (chunk: number): void => void frames.push(chunk);
    const own = [
      await captured(one, { ...job, chunks: [0], onFrame }),
      await captured(one, { ...job, chunks: [1, 2], onFrame }),
      await captured(one, { ...job, chunks: [3], onFrame }),
    ];
    expect(own.map(({ resumed }) => resumed)).toEqual([false, true, true]);
    expect(frames).toEqual([0, 1, 2, 3].flatMap((index) => Array.from({ length: 15 }, () => index)));
    const alone = own.flatMap(({ handed }) => handed);
    const elsewhere: CapturedChunk[] = [];
    // Each begins in a fresh page, and goes back in it.
    for (const chunks of [
      [3, 0],
      [2, 1],
    ]) {
      const fresh = openStepPlace();
      // Pictures that the chunks do not show need not be there.
      const needed = new Set(videosOfChunks(prepared, chunks));
      const some = videos.map((video) => ({ ...video, dir: needed.has(video.video) ? video.dir : null }));
      for (const chunk of chunks) {
        const { handed } = await captured(fresh, { ...job, projectDir: there, videos: some, chunks: [chunk] });
        elsewhere.push(...handed);
      }
      await fresh.close();
    }
    elsewhere.sort((a, b) => a.index - b.index);
    expect(elsewhere.map(({ sha256 }) => sha256)).toEqual(alone.map(({ sha256 }) => sha256));
    expect([...alone, ...elsewhere].every(({ reusable }) => reusable)).toBe(true);

    const outputPath = join(scratchDirectory(), 'farm.mp4');
    const segments = alone.map((chunk, index) => (index % 2 === 0 ? chunk.path : (elsewhere[index]?.path ?? '')));
    const sound = mix?.path ?? null;
    const output = await other.assemble({ projectDir: there, options, prepared, segments, sound, outputPath });
    expect(output).toMatchObject({ path: outputPath, frames: 60, media: { audio: { codec: 'aac' } } });
    const local = join(scratchDirectory(), 'local.mp4');
    const result = await renderLike(prepared, here, options, local);
    expect(result.plan.chunks).toEqual(prepared.plan.chunks);
    expect(await frameHashes(outputPath)).toEqual(await frameHashes(local));
    expect(await soundHash(outputPath)).toEqual(await soundHash(local));
    expect(output.sha256).toBe(result.output?.sha256);
  });

  it('have what the document holds as data: URLs, at every place', async () => {
    const here = await filmProject();
    const inline = async (name: string, type: string) =>
      `data:${type};base64,${await readFile(join(here, name), 'base64')}`;
    const [clip, tone] = await Promise.all([inline('clip.mp4', 'video/mp4'), inline('tone.wav', 'audio/wav')]);
    const document = film().replace('"clip.mp4"', `"${clip}"`).replace('"tone.wav"', `"${tone}"`);
    await writeFile(join(here, 'index.html'), document);
    await Promise.all(['clip.mp4', 'tone.wav'].map((name) => rm(join(here, name))));
    const options = renderOptions();
    const prepared = sent(await one.prepare({ projectDir: here, options, occupant }));
    expect(prepared.warnings).toEqual([]);
    const there = copyOf(here);
    expect((await extractAll(other, there, options, prepared)).map(({ count }) => count)).toEqual([5]);
    const mix = await other.sound({ projectDir: there, options, prepared, outDir: scratchDirectory() });
    expect(mix?.path).toMatch(/sound/);
  });

  it('tell once of a sound that is missing: who mixes knows that it was told of', async () => {
    const here = await makeProject({ 'index.html': scene('<audio id="a" src="none.wav" data-start="0"></audio>') });
    const options = renderOptions();
    const told: string[] = [];
    const prepared = sent(await one.prepare({ projectDir: here, options, occupant }));
    expect(prepared.warnings.map(({ code }) => code)).toEqual(['media_load_failed']);
    const onEvent = (event: RenderEvent): void => {
      if (event.kind === 'warning') told.push(event.warning.message);
    };
    const job = { projectDir: copyOf(here), options, prepared, outDir: scratchDirectory(), onEvent };
    expect(await one.sound(job)).toBeNull();
    expect(told).toEqual([]);
  });

  it.each(['webm', 'png-sequence'] as const)('give the frames of a local render as %s', async (format) => {
    const here = await makeProject({ 'index.html': scene(MOVING, { duration: 1 }) });
    const options = renderOptions({ format });
    const outputPath = join(scratchDirectory(), format === 'png-sequence' ? 'farm' : `farm.${format}`);
    const local = join(scratchDirectory(), format === 'png-sequence' ? 'local' : `local.${format}`);
    const prepared = sent(await one.prepare({ projectDir: here, options, occupant }));
    const job = { projectDir: here, options, prepared, videos: [], occupant };
    const { handed: second } = await captured(other, { ...job, projectDir: copyOf(here), chunks: [1] });
    const { handed: begin } = await captured(one, { ...job, chunks: [0] });
    const segments = [...begin, ...second].map(({ path }) => path);
    await other.assemble({ projectDir: here, options, prepared, segments, sound: null, outputPath });
    const result = await renderLike(prepared, here, options, local);
    if (format === 'png-sequence') {
      expect(readdirSync(outputPath)).toEqual(readdirSync(local));
      expect(readdirSync(outputPath)).toHaveLength(30);
    } else expect(await frameHashes(outputPath)).toEqual(await frameHashes(local));
    expect(result.output?.frames).toBe(30);
    if (format === 'png-sequence') {
      const pictures = (directory: string) =>
        Promise.all(['000001', '000016', '000030'].map((n) => frameHashes(join(directory, `frame_${n}.png`))));
      expect(await pictures(outputPath)).toEqual(await pictures(local));
    }
  });
});

describe('chunks of a page whose frames depend on those before', () => {
  // What the page counts tells a frame that was shown once more, or was left out.
  const counts = (what: string) =>
    scene(
      `<b title="${what}" style="${cellPlace(0)};background:red"></b><script>
      let count = 0;
      let begun = null;
      addEventListener('hf-seek', ({ detail: { time } }) => {
        count += 1;
        if (time >= 0.3) begun ??= time;
        const moved = begun === null ? 0 : Math.round((time - begun) * 60);
        document.querySelector('b').style.transform = 'translate(' + moved + 'px, ' + (count % 7) * 4 + 'px)';
      });
    </script>`,
      { duration: 2 },
    );

  it.each([
    ['the whole', {}],
    ['a part', { frames: '15-59' }],
  ])(
    'of %s differ where they meet, and are those of a local render when each goes through all frames before it',
    async (what, raw) => {
      const projectDir = await makeProject({ 'index.html': counts(what) });
      const options = renderOptions(raw);
      const here = { projectDir, options, occupant };
      const jumping = { ...here, prepared: sent(await one.prepare(here)), videos: [] };
      const begins = jumping.prepared.plan.chunks.map(({ firstFrame }) => firstFrame);
      expect(jumping.prepared.plan.chunks.map(({ leadIn }) => leadIn)).toEqual([begins[0], 0, 0, 0]);
      const seams = [
        ...(await captured(one, { ...jumping, chunks: [0] })).handed,
        ...(await captured(other, { ...jumping, chunks: [1] })).handed,
      ].map(({ seam }) => seam);
      expect(seams[0]?.goesOn).toMatch(/^[0-9a-f]{40}$/);
      expect(seams[1]?.begins).not.toBe(seams[0]?.goesOn);

      const prepared = sent(await one.prepare({ ...here, dependent: begins[1] ?? 0 }));
      expect(prepared.plan.chunks.map(({ leadIn }) => leadIn)).toEqual(begins);
      expect(chunkKey(prepared, 0)).toBe(chunkKey(jumping.prepared, 0));
      expect(chunkKey(prepared, 1)).not.toBe(chunkKey(jumping.prepared, 1));
      const job = { ...jumping, prepared };
      const made = [
        ...(await captured(one, { ...job, chunks: [0] })).handed,
        ...(await captured(other, { ...job, chunks: [1] })).handed,
        // In a page that goes on, and in one that has passed by a chunk of others.
        ...(await captured(other, { ...job, chunks: [2] })).handed,
        ...(await captured(one, { ...job, chunks: [3] })).handed,
      ];
      expect(made.map(({ seam }) => seam)).toEqual([null, null, null, null]);
      const outputPath = join(scratchDirectory(), 'farm.mp4');
      const segments = made.map(({ path }) => path);
      await one.assemble({ projectDir, options, prepared, segments, sound: null, outputPath });
      const local = join(scratchDirectory(), 'local.mp4');
      await renderLike(prepared, projectDir, options, local);
      expect(await frameHashes(outputPath)).toEqual(await frameHashes(local));

      // A row of the same document is planned so at once.
      const row = await one.prepare({ ...here, options: { ...options, variables: { row: 2 } } });
      expect(row.plan.chunks.map(({ leadIn }) => leadIn)).toEqual(begins);
    },
  );
});

describe('a capture that has left', () => {
  const row = async (colour: string) => {
    const projectDir = await makeProject({ 'index.html': scene(MOVING.replace('red', colour), { duration: 20 / 30 }) });
    return { projectDir, options: renderOptions({ quality: 'standard' }), occupant };
  };

  it('makes room for the next render while its encoder ends, with the pictures of renders one after the other', async () => {
    const rows = [await row('red'), await row('lime')] as const;
    const first = sent(await one.prepare(rows[0]));
    const left = Promise.withResolvers<void>();
    const second = left.promise.then(() => one.prepare(rows[1]));
    const handed: CapturedChunk[] = [];
    const job = { ...rows[0], prepared: first, videos: [], chunks: [0], outDir: scratchDirectory() };
    // Its chunk is taken over when the next render is prepared: it would wait for ever if that one waited for its end.
    const taken = async (chunk: CapturedChunk): Promise<void> => {
      await second;
      handed.push(chunk);
    };
    await one.capture({ ...job, onLeft: left.resolve, onChunk: taken });
    const next = { ...rows[1], prepared: sent(await second), videos: [], chunks: [0] };
    handed.push(...(await captured(one, next)).handed);

    const alone: CapturedChunk[] = [];
    for (const render of rows) {
      const prepared = sent(await other.prepare(render));
      alone.push(...(await captured(other, { ...render, prepared, videos: [], chunks: [0] })).handed);
    }
    expect(handed.map(({ sha256 }) => sha256)).toEqual(alone.map(({ sha256 }) => sha256));
  });

  it.each(['fails', 'is cancelled'])('and %s ends by itself; the next render and the place go on', async (how) => {
    const rows = [await row('red'), await row('lime')] as const;
    const first = sent(await one.prepare(rows[0]));
    const left = Promise.withResolvers<void>();
    const second = left.promise.then(() => one.prepare(rows[1]));
    const cancel = new AbortController();
    const outDir = scratchDirectory();
    const job = { ...rows[0], prepared: first, videos: [], chunks: [0], outDir, signal: cancel.signal };
    const onChunk = async (): Promise<void> => {
      await second;
      if (how === 'fails') throw new Error('the store is gone');
      cancel.abort();
      // What it was cancelled for is heard of first.
      await new Promise((_, reject) => cancel.signal.reason && reject(cancel.signal.reason));
    };
    const ended = one.capture({ ...job, onLeft: left.resolve, onChunk });
    await expect(ended).rejects.toMatchObject(
      how === 'fails' ? { message: /the store is gone/ } : { code: 'RENDER_CANCELLED' },
    );
    expect(readdirSync(outDir)).toEqual([]);
    const next = { ...rows[1], prepared: sent(await second), videos: [], chunks: [0] };
    expect(await captured(one, next)).toMatchObject({ resumed: false, handed: [{ index: 0 }] });
  });
});

describe('keys of chunks', () => {
  const keys = (prepared: PreparedStep) => prepared.plan.chunks.map(({ index }) => chunkKey(prepared, index));
  /** The keys after a change of the project, and the pictures' key. */
  async function keysAfter(projectDir: string, raw: Parameters<typeof renderOptions>[0] = {}) {
    const prepared = sent(await one.prepare({ projectDir, options: renderOptions(raw), occupant }));
    return { prepared, chunks: keys(prepared), pictures: picturesKey(prepared, 0) };
  }

  it('change with what the chunk shows, and with nothing else', async () => {
    const project = await filmProject();
    const before = await keysAfter(project);
    expect(new Set(before.chunks).size).toBe(4);
    expect(before.chunks).not.toContain(null);
    const kinds = before.prepared.files.map(({ path, kind }) => `${path} ${kind}`);
    expect(kinds).toEqual(['clip.mp4 video', 'look.js page', 'tone.wav audio']);

    const copy = copyOf(project);
    await makeTone(join(copy, 'tone.wav'), 220, 1);
    const sound = await keysAfter(copy);
    expect(sound.prepared.files).not.toEqual(before.prepared.files);
    expect(sound.chunks).toEqual(before.chunks);
    expect(sound.pictures).toBe(before.pictures);

    await makeClip(join(project, 'clip.mp4'), [...times(3, 'blue'), ...times(5, 'red')], { fps: 30, tone: 440 });
    const video = await keysAfter(project);
    expect(video.pictures).not.toBe(before.pictures);
    expect(video.chunks.map((key, index) => key === before.chunks[index])).toEqual([true, true, false, true]);

    await writeFile(join(project, 'look.js'), 'document.getElementById("clip").style.opacity = 0.7;');
    const script = await keysAfter(project);
    expect(script.chunks.filter((key) => key === null || video.chunks.includes(key))).toEqual([]);

    const quality = await keysAfter(project, { quality: 'standard' });
    expect(quality.chunks.filter((key) => script.chunks.includes(key))).toEqual([]);
    expect(quality.pictures).toBe(script.pictures);
  });

  it('count what a script asked for while the page was planned, and give up on what it asks for later', async () => {
    const page = (at: number) =>
      scene(
        `${MOVING}<script>
          const ask = (file) => fetch(file).then((answer) => answer.text());
          if (${at} === 0) ask('data.json');
          let late;
          addEventListener('hf-seek', ({ detail }) => { if (detail.time >= ${at} && ${at} > 0) detail.waitUntil(late ??= ask('data.json')); });
        </script>`,
        // So few frames are captured without a surface, for which all of them are shown beforehand.
        { duration: 0.6 },
      );
    const early = await makeProject({ 'index.html': page(0), 'data.json': '1' });
    const before = await keysAfter(early);
    await writeFile(join(early, 'data.json'), '2');
    const after = await keysAfter(early);
    expect(before.chunks).not.toContain(null);
    expect(after.chunks).not.toEqual(before.chunks);

    const late = { projectDir: await makeProject({ 'index.html': page(0.3), 'data.json': '1' }), occupant };
    const options = renderOptions();
    const prepared = sent(await one.prepare({ ...late, options }));
    expect(prepared.files).toEqual([]);
    const { handed } = await captured(one, { ...late, options, prepared, videos: [], chunks: [0] });
    expect(handed.map(({ reusable }) => reusable)).toEqual([false]);
  });

  it('are none where the network may answer, or the fonts of the machine; what is refused everywhere is known', async () => {
    const projectDir = await makeProject({
      'index.html': scene(`${MOVING}<img src="https://127.0.0.1:9/picture.png">`, { duration: 0.3 }),
    });
    const options = renderOptions({ offline: false });
    const unknown: Record<string, readonly string[]> = {};
    for (const [name, more] of Object.entries({
      open: { publicHttps: true },
      fonts: { systemFonts: true },
      closed: {},
    })) {
      const place = openStepPlace(more);
      try {
        const prepared = await place.prepare({ projectDir, options });
        unknown[name] = prepared.unknownInputs;
        const job = { projectDir, options, prepared, videos: [], chunks: [0] };
        const [chunk] = (await captured(place, job)).handed;
        const reusable = prepared.unknownInputs.length === 0;
        expect([name, chunkKey(prepared, 0) !== null, chunk?.reusable]).toEqual([name, reusable, reusable]);
      } finally {
        await place.close();
      }
    }
    expect(unknown).toEqual({ open: ['what 127.0.0.1:9 answers'], fonts: ['fonts of the machine'], closed: [] });
  });
});
