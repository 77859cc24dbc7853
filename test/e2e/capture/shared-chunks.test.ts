/** Lanes that share a chunk: a short render on more lanes than it has chunks (docs/decisions/lanes-share-a-chunk.md). */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { descendant } from '../../support/machine/processes.js';
import { frameHashes } from '../../support/output/decode.js';
import { H264_BT709, makeClip } from '../../support/projects/clips.js';
import { addPackageFile, composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { startRender } from '../../support/renders/fault-bench.js';
import { renderCold, renderWarm } from '../../support/renders/warm-render.js';
import { WAIT, wrappedFfmpeg } from '../../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();

/** Four stretches of a chunk, enough for two lanes. */
const FRAMES = 60;
const BROWSER = /^(?!.* --type=).*--remote-debugging-pipe/;

/** What moves, what holds still for longer than a stretch, what comes in the middle of one, and a video. */
const BODY = `
  <style>@keyframes spin { to { rotate: 500deg } } #spin { animation: spin 0.9s linear both }</style>
  <video muted src="film.mp4" data-start="1.1" style="position:absolute;left:200px;top:20px;width:96px;height:64px"></video>
  <div id="spin" style="position:absolute;left:30px;top:30px;width:50px;height:50px;background:linear-gradient(red,blue);box-shadow:0 4px 12px #000"></div>
  <div data-start="0.93" data-duration="0.3" style="position:absolute;left:120px;top:100px;width:40px;height:40px;background:#0c6"></div>
  <p id="late" style="position:absolute;left:16px;top:120px;margin:0;font:700 28px Inter">Shared</p>
  <script>
    const tl = gsap.timeline({ paused: true });
    tl.to('#late', { x: 150, duration: 1, ease: 'power2.inOut' }, 0.9);
    window.__timelines = { test: tl };
  </script>`;

async function project(): Promise<string> {
  const made = await makeProject({
    'index.html': composition(BODY, { duration: FRAMES / 30, head: '<script src="gsap.min.js"></script>' }),
  });
  await addPackageFile(made, 'gsap/dist/gsap.min.js', 'gsap.min.js');
  const pictures = Array.from({ length: 12 }, (_, index) => [index * 20, 255 - index * 20, 90, 255] as const);
  await makeClip(join(made, 'film.mp4'), pictures, { fps: 20, codec: H264_BT709 });
  return made;
}

/** SHA-256 of a file. */
const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('a chunk on several lanes', () => {
  let dir: string;
  /** Of the mp4 on one lane. */
  let undisturbed: string;

  const digestOn = async (count: number, format: 'mp4' | 'mov', path: 'surface' | 'beginframe'): Promise<string> => {
    const output = join(scratchDirectory(), `out.${format}`);
    const env = path === 'surface' ? {} : { FRAMEFARM_SURFACE: 'off' };
    const complete = await renderWarm(dir, output, ['--format', format, '--workers', String(count)], env);
    expect(complete.lanes).toMatchObject({ count, reason: 'asked' });
    expect(complete.capture, complete.capture.reason).toMatchObject({ path, redoneFrames: 0, replacedLanes: 0 });
    expect(complete.frames).toBe(FRAMES);
    return digest(output);
  };

  beforeAll(async () => {
    dir = await project();
    undisturbed = await digestOn(1, 'mp4', 'surface');
  });

  // Planes and pixels of a surface, and planes that are tapped: which pictures they are is nothing to those who share them.
  it.each([
    ['mp4', 'surface'],
    ['mp4', 'beginframe'],
    ['mov', 'surface'],
  ] as const)('is the same %s, byte for byte, as on one, by %s', async (format, path) => {
    const isKnown = format === 'mp4' && path === 'surface';
    const onOne = isKnown ? undisturbed : await digestOn(1, format, path);
    expect(await digestOn(2, format, path)).toBe(onOne);
  });

  it('is captured again in new browsers when one that captures is killed, and is the same', async () => {
    const { path, notes } = await wrappedFfmpeg('encode', WAIT);
    const files = Object.fromEntries(readdirSync(dir).map((name) => [name, readFileSync(join(dir, name))]));
    const run = await startRender(files, { flags: ['--workers', '2', '--ffmpeg-path', path] });
    await run.framesCaptured(5);
    const one = await descendant(run.command.pid, BROWSER);
    const other = await descendant(run.command.pid, BROWSER, [one.pid]);
    // The older one captures; one that is still being opened would be done without.
    process.kill(Math.min(one.pid, other.pid), 'SIGKILL');
    for (const gate of ['go', 'on']) writeFileSync(join(notes, gate), '');
    const result = await run.ended();
    const last = result.events().at(-1) ?? {};
    expect(last, result.stderr).toMatchObject({
      type: 'render-complete',
      frames: FRAMES,
      capture: { redoneFrames: FRAMES, replacedLanes: 1 },
    });
    expect(digest(run.output)).toBe(undisturbed);
  });

  it('leaves nothing when it is interrupted', async () => {
    const files = Object.fromEntries(readdirSync(dir).map((name) => [name, readFileSync(join(dir, name))]));
    const { path } = await wrappedFfmpeg('encode', WAIT);
    const run = await startRender(files, { flags: ['--workers', '2', '--ffmpeg-path', path] });
    await run.framesCaptured(3);
    run.command.kill('SIGINT');
    const result = await run.ended();
    expect(result.exitCode).toBe(130);
    expect(result.events().at(-1)).toMatchObject({ type: 'render-error', errorCode: 'INTERRUPTED' });
  });
});

/**
 * What a page that jumps would show otherwise: transitions and animations that begin with a frame, tweens that begin where another one
 * stands, what adds up from frame to frame, observers and events. Its typeface is there from the start: a page that waits for one goes back a frame.
 */
const REMEMBERS = `
  <style>
    .box { position: absolute; width: 40px; height: 40px; background: #c33; }
    #eased { top: 10px; left: 10px; transition: left 1.1s linear; }
    #eased.on { left: 250px; }
    #made { top: 60px; left: 10px; }
    #taken { top: 110px; left: 10px; }
    #after { top: 10px; left: 60px; transition: top 0.8s linear; }
    #after.on { top: 120px; }
    #told { position: absolute; left: 120px; top: 150px; margin: 0; font: 700 20px Inter; }
    #sum { position: absolute; left: 10px; top: 150px; margin: 0; font: 700 20px Inter; }
  </style>
  <div class="box" id="eased"></div><div class="box" id="made"></div><div class="box" id="taken"></div><p id="sum">Sum</p>
  <div class="box" id="after"></div><p id="told">Told</p>
  <script>
    let sum = 0;
    const [eased, after, told] = ['eased', 'after', 'told'].map((id) => document.getElementById(id));
    eased.addEventListener('transitionend', () => after.classList.add('on'));
    let seeks = 0;
    addEventListener('hf-seek', async () => {
      await null;
      seeks += 1;
    });
    new MutationObserver(() => { told.textContent = 'Told at ' + seeks; }).observe(after, { attributes: true });
    let sizes = 0;
    new ResizeObserver(() => { sizes += 1; told.style.paddingLeft = sizes % 60 + 'px'; }).observe(taken);
    const tl = gsap.timeline({ paused: true, onUpdate: () => { sum += 1; document.getElementById('sum').textContent = 'Sum ' + sum; } });
    tl.call(() => document.getElementById('eased').classList.add('on'), null, 0.7);
    tl.call(() => document.getElementById('made').animate([{ translate: '0' }, { translate: '240px' }], { duration: 1500, fill: 'both' }), null, 0.9);
    tl.to('#taken', { x: 200, duration: 2.5, ease: 'none' }, 0.3);
    tl.to('#taken', { x: 20, duration: 1, ease: 'none', overwrite: 'auto' }, 1.37);
    tl.to('#taken', { width: 90, duration: 3, ease: 'none' }, 0.2);
    tl.to({}, { duration: 3 }, 0);
    window.__timelines = { test: tl };
  </script>`;

describe('a page that remembers the frames before', () => {
  let made: string;
  let one: Awaited<ReturnType<typeof rendered>>;

  /** Without loss, so that what is shown does not depend on where a chunk begins. */
  async function rendered(workers: string, chunkFrames: string) {
    const file = join(scratchDirectory(), 'out.mp4');
    const env = { FRAMEFARM_CHUNK_FRAMES: chunkFrames };
    const { lanes, capture, notices } = await renderCold(made, file, ['--crf', '0', '--workers', workers], env);
    const told = notices.map(({ code }: { code: string }) => code).filter((code: string) => code !== 'lint');
    return { lanes: lanes.count, path: capture.path, told, shown: await frameHashes(file) };
  }

  beforeAll(async () => {
    const head = '<script src="gsap.min.js"></script>';
    const page = composition(REMEMBERS, { width: 320, height: 180, duration: 3, head });
    made = await makeProject({ 'index.html': page });
    await addPackageFile(made, 'gsap/dist/gsap.min.js', 'gsap.min.js');
    one = await rendered('1', '150');
    expect(one).toMatchObject({ lanes: 1, path: 'surface', told: [] });
    // It moves through nearly all of its length.
    expect(new Set(one.shown).size).toBeGreaterThan(75);
  });

  it.each([
    ['share its chunk', '4', '150'],
    ['would jump to their chunks', '2', '45'],
  ])('is captured by one lane where several %s, and shows the same', async (_, asked, chunkFrames) => {
    expect(await rendered(asked, chunkFrames)).toEqual({ ...one, told: ['raf_loop_sequential'] });
  });
});

/** GSAP's clock goes by the frames that something begins in, also where a page jumps over them. */
describe('what callbacks of GSAP and timers begin', () => {
  const BEGINS = `
    <style>.box { position: absolute; left: 10px; width: 40px; height: 30px; background: #fa3 }</style>
    <div class="box" id="called"></div><div class="box" id="late" style="top:40px"></div>
    <div class="box" id="chained" style="top:80px"></div><div class="box" id="timed" style="top:120px"></div>
    <div class="box" id="awaited" style="top:150px"></div>
    <script>
      const on = (id, vars) => () => gsap.to(id, { ease: 'none', ...vars });
      const tl = gsap.timeline({ paused: true });
      tl.to({}, { duration: 4 }, 0).call(on('#called', { x: 200, duration: 2 }), null, 1.03);
      gsap.delayedCall(0.51, on('#late', { x: 200, duration: 3 }));
      gsap.to('#chained', { x: 80, duration: 1.21, onComplete: on('#chained', { y: 60, duration: 0.7, onComplete: on('#chained', { x: 0, duration: 2 }) }) });
      setTimeout(on('#timed', { x: 200, duration: 1.5 }), 2510);
      (async () => {
        await gsap.to('#awaited', { x: 80, duration: 1.13 });
        await new Promise((next) => setTimeout(next, 200));
        await gsap.to('#awaited', { x: 140, duration: 0.41 });
        gsap.to('#awaited', { x: 10, duration: 2 });
      })();
      window.__timelines = { test: tl };
    </script>`;

  it.each([
    ['drawn by a surface', {}],
    ['stepped', { FRAMEFARM_SURFACE: 'off' }],
  ])('goes on where pages have jumped to chunks and to parts, %s', async (_, env) => {
    const head = '<script src="gsap.min.js"></script>';
    const page = composition(BEGINS, { width: 320, height: 180, duration: 4, head });
    const made = await makeProject({ 'index.html': page });
    await addPackageFile(made, 'gsap/dist/gsap.min.js', 'gsap.min.js');
    const render = async (...flags: readonly string[]) => {
      const frames = join(scratchDirectory(), 'frames');
      const given = ['--format', 'png-sequence', '--fps', '20', ...flags];
      const { notices } = await renderWarm(made, frames, given, { FRAMEFARM_CHUNK_FRAMES: '40', ...env });
      const told = notices.map(({ code }: { code: string }) => code);
      const pictures = readdirSync(frames)
        .sort()
        .map((name) => digest(join(frames, name)));
      return { told, pictures };
    };
    const { pictures } = await render('--workers', '1');
    expect(new Set(pictures).size).toBeGreaterThan(70);
    const apart = await render('--workers', '2');
    expect(apart.told).not.toContain('raf_loop_sequential');
    expect(apart.pictures).toEqual(pictures);
    expect((await render('--frames', '60-63')).pictures).toEqual(pictures.slice(60, 64));
  });
});

/** What it waits for where its second chunk begins shows later, and the picture there is that of a page which waits for nothing. */
describe('a page that is stepped, and has begun before its second chunk what shows in the midst of it', () => {
  const page = (begin: string): string => `
    <p id="late" style="margin:40px;font:700 28px Inter">Shared</p>
    <script>
      const show = () => { late.style.color = 'red'; };
      let hasBegun = false;
      addEventListener('hf-seek', ({ detail }) => {
        if (hasBegun || detail.time < 1) return;
        hasBegun = true;
        ${begin};
      });
      const tl = gsap.timeline({ paused: true });
      tl.to('#late', { x: 150, duration: 3, ease: 'none' }, 0);
      window.__timelines = { test: tl };
    </script>`;

  const rendered = async (begin: string, workers: string) => {
    const head = '<script src="gsap.min.js"></script>';
    const html = composition(page(begin), { width: 320, height: 180, duration: 3, head });
    const made = await makeProject({ 'index.html': html });
    await addPackageFile(made, 'gsap/dist/gsap.min.js', 'gsap.min.js');
    const file = join(scratchDirectory(), 'out.mp4');
    const env = { FRAMEFARM_CHUNK_FRAMES: '45', FRAMEFARM_SURFACE: 'off' };
    const { notices } = await renderWarm(made, file, ['--workers', workers], env);
    const told = notices.map(({ code }: { code: string }) => code).filter((code: string) => code !== 'lint');
    return { told, output: digest(file) };
  };

  const BY_TIMER = 'setTimeout(show, 1200)';
  let one: Awaited<ReturnType<typeof rendered>>;
  beforeAll(async () => {
    one = await rendered(BY_TIMER, '1');
    expect(one.told).toEqual([]);
  });

  it.each([
    ['a timer', BY_TIMER],
    ['a call of GSAP', 'gsap.delayedCall(1.2, show)'],
    ['a task', 'scheduler.postTask(show, { delay: 1200 })'],
  ])('as %s, is captured by one lane where two would jump', async (_, begin) => {
    expect(await rendered(begin, '2')).toEqual({ ...one, told: ['raf_loop_sequential'] });
  });
});

describe('a page with a loop of its own', () => {
  it('is captured by no more lanes than it has chunks', async () => {
    const loop =
      '<p id="p">0</p><script>const go = (t) => { p.textContent = t; requestAnimationFrame(go); }; requestAnimationFrame(go);</script>';
    const made = await makeProject({ 'index.html': composition(loop, { duration: FRAMES / 30 }) });
    const complete = await renderCold(made, join(scratchDirectory(), 'out.mp4'), ['--workers', '2']);
    expect(complete.lanes).toMatchObject({ count: 1, upperBound: 2, reason: 'frames' });
  });
});
