/** GSAP timelines (composition-format 7.2). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPackageFile, makeProject } from '../../support/projects/project.js';
import { cell, renderProject, type Scene, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../../support/renders/chunk-length.js';

useBundledFfmpeg();

async function render(html: string, flags: readonly string[] = ['--fps', '10']): Promise<Scene> {
  const project = await makeProject({ 'index.html': html });
  await addPackageFile(project, 'gsap/dist/gsap.min.js', 'gsap.min.js');
  return renderProject(project, { flags });
}
const HEAD = '<script src="gsap.min.js"></script>';

describe('a root timeline', () => {
  let shown: Scene;
  beforeAll(async () => {
    const script = `<script>
      const paint = (id, colour) => { document.getElementById(id).style.backgroundColor = colour; };
      const tl = gsap.timeline({ paused: true });
      tl.to('#moved', { x: 16 * 9, duration: 0.9, ease: 'none' }, 0);
      tl.call(paint, ['called', '#00ff00'], 1);
      tl.add(() => paint('callback', '#00ff00'), 0.5);
      tl.to('#faded', { opacity: 0, duration: 1, ease: 'none' }, 0);
      tl.fromTo('#from', { backgroundColor: '#00ff00' }, { backgroundColor: '#0000ff', duration: 0.15, ease: 'steps(1)', immediateRender: false }, 0.6);
      let calls = 0;
      tl.set('#set', { backgroundColor: '#00ff00' }, 0);
      tl.call(() => paint('counted', ++calls === 1 ? '#00ff00' : '#0000ff'), null, 0);
      tl.to('#held', { backgroundColor: '#00ff00', duration: 0.9, ease: 'hold' }, 0);
      tl.addLabel('here', 0.4).set('#labelled', { backgroundColor: '#00ff00' }, 'here+=0.1');
      tl.to({}, { duration: 0.2, onUpdate() { paint('updated', '#00ff00'); }, onComplete() { paint('completed', '#00ff00'); } }, 0.3);
      const sub = gsap.timeline();
      sub.set('#subbed', { backgroundColor: '#00ff00' }, 0.2);
      tl.add(sub, 0.3);
      gsap.delayedCall(0.7, () => paint('delayed', '#00ff00'));
      gsap.to('#free', { delay: 0.35, duration: 0.05, backgroundColor: '#00ff00' });
      window.__timelines = window.__timelines || {};
      window.__timelines.test = tl;
    </script>`;
    const ids = [
      'moved',
      'called',
      'callback',
      'faded',
      'from',
      'labelled',
      'updated',
      'completed',
      'subbed',
      'delayed',
      'free',
      'held',
      'set',
      'counted',
    ];
    const cells = ids.map((id, index) => cell(id === 'moved' ? 40 : index + 10, '#ff0000', `id="${id}"`)).join('');
    shown = await render(scene(cells + script, { duration: 2, head: HEAD }));
  });

  it('raises no warning', () => expect(shown.warnings).toEqual([]));

  it('moves an element by one cell per frame, and holds it at the end', () => {
    for (let frame = 0; frame < 9; frame += 1) {
      const after = 19 - frame;
      expect(shown.runs(40 + frame)).toBe(frame === 0 ? '1 red, 19 black' : `${frame} black, 1 red, ${after} black`);
    }
    expect(shown.runs(49)).toBe('9 black, 11 red');
  });

  it.each([
    ['fires tl.call at exactly its time', 11, '10 red, 10 lime'],
    ['fires added functions', 12, '5 red, 15 lime'],
    ['keeps from-states until their time', 14, '6 red, 1 lime, 13 blue'],
    ['honours labels', 15, '5 red, 15 lime'],
    ['fires onUpdate from the first frame of a tween', 16, '3 red, 17 lime'],
    ['fires onComplete with the last one', 17, '5 red, 15 lime'],
    ['plays timelines inside it', 18, '5 red, 15 lime'],
    ['has a global clock for delayed calls', 19, '7 red, 13 lime'],
    ['has a global clock for free tweens', 20, '4 red, 16 lime'],
    ['sets what is set at 0 from the first frame on', 22, '20 lime'],
    ['calls what is called at 0 before the first frame, once', 23, '20 lime'],
    ['knows the eases that HyperFrames adds to GSAP', 21, '9 red, 11 lime'],
  ])('%s', (_, index, expected) => {
    expect(shown.runs(index)).toBe(expected);
  });

  it('fades exactly', () => {
    for (const frame of [0, 3, 5, 9]) {
      expect(Math.abs((shown.pixel(frame, 13)[0] ?? 0) - 255 * (1 - frame / 10))).toBeLessThanOrEqual(8);
    }
    expect(shown.pixel(15, 13)[0]).toBeLessThanOrEqual(8);
  });
});

describe('what tweens draw at random when they begin', () => {
  it('is the same wherever a lane begins: random(…), functions, staggered ones', async () => {
    const script = `<script>
      const tl = gsap.timeline({ paused: true });
      tl.to('#a, #b', { opacity: 'random(0.1, 0.9)', duration: 0.2 }, 0.2);
      tl.to('#c, #d', { opacity: () => Math.random(), duration: 0.1, stagger: 0.1 }, 0.3);
      window.__timelines.test = tl;
    </script>`;
    const cells = ['a', 'b', 'c', 'd'].map((id, index) => cell(index, 'white', `id="${id}"`)).join('');
    const html = scene(cells + script, { duration: 1, head: HEAD });
    const levels = (shown: Scene, frame: number) => [0, 1, 2, 3].map((index) => shown.pixel(frame, index)[0]);
    const whole = levels(await render(html), 8);
    expect(new Set(whole).size).toBe(4);
    expect(levels(await render(html, ['--fps', '10', '--frames', '8-9']), 0)).toEqual(whole);
  });
});

describe('registration', () => {
  it('takes an array of timelines, and objects written over the registry', async () => {
    const script = `<script>
      const one = gsap.timeline({ paused: true }).set('#a', { backgroundColor: '#00ff00' }, 0.3);
      const two = gsap.timeline({ paused: true }).set('#b', { backgroundColor: '#00ff00' }, 0.6);
      window.__timelines = { test: [one, two] };
    </script>`;
    const shown = await render(scene(cell(0, 'red', 'id="a"') + cell(1, 'red', 'id="b"') + script, { head: HEAD }));
    expect(shown.runs(0)).toBe('3 red, 7 lime');
    expect(shown.runs(1)).toBe('6 red, 4 lime');
    expect(shown.warnings).toEqual([]);
  });

  it('finds a timeline built in a frame callback, in a promise, after a fetch, after fonts, in a batch and in what the page says it builds', async () => {
    const build = (id: string, child: string) =>
      `{ const tl = gsap.timeline({ paused: true }).set('#${id}', { backgroundColor: '#00ff00' }, 0.5).to({}, { duration: 0.5 }, 0.5); window.__timelines['${child}'] = tl; }`;
    const names = ['frame', 'promise', 'fetched', 'fonts', 'batch', 'timer', 'built'];
    const cells = names
      .map(
        (name, index) =>
          `<div data-composition-id="${name}" data-start="0" data-duration="1">${cell(index, 'red', `id="box-${name}"`)}</div>`,
      )
      .join('');
    const script = `<script>
      requestAnimationFrame(() => requestAnimationFrame(() => ${build('box-frame', 'frame')}));
      Promise.resolve().then(() => ${build('box-promise', 'promise')});
      fetch('data.json').then((answer) => answer.json()).then(() => ${build('box-fetched', 'fetched')});
      document.fonts.ready.then(() => ${build('box-fonts', 'fonts')});
      setTimeout(() => ${build('box-timer', 'timer')}, 500);
      window.__hf = window.__hf || {};
      window.__hf.buildReady = { scene: new Promise((ready) => {
        let turns = 0;
        const poll = setInterval(() => { if (++turns < 16) return; clearInterval(poll); ${build('box-built', 'built')}; ready(); }, 50);
      }) };
      window.__hfTimelinesBuilding = true;
      setTimeout(() => { ${build('box-batch', 'batch')}; window.__hfTimelinesBuilding = false; dispatchEvent(new Event('hf-timelines-built')); }, 700);
    </script>`;
    const project = await makeProject({ 'index.html': scene(cells + script, { head: HEAD }), 'data.json': '{}' });
    await addPackageFile(project, 'gsap/dist/gsap.min.js', 'gsap.min.js');
    const shown = await renderProject(project, { flags: ['--fps', '10'] });
    for (const index of names.keys())
      expect(`${names[index]}: ${shown.runs(index)}`).toBe(`${names[index]}: 5 red, 5 lime`);
    expect(shown.warnings).toEqual([]);
  });

  it('does not drive a timeline that comes after settling, and says so', async () => {
    const script = `<script>addEventListener('hf-seek', ({ detail }) => { if (detail.time < 0.25 || window.__timelines.test) return;
      window.__timelines.test = gsap.timeline({ paused: true }).set('#a', { backgroundColor: '#00ff00' }, 0.5); });</script>`;
    const shown = await render(scene(cell(0, 'red', 'id="a"') + script, { head: HEAD }));
    expect(shown.runs(0)).toBe('10 red');
    expect(shown.warnings).toEqual(['timeline_registered_late']);
  });
});

describe('a page with two copies of GSAP', () => {
  it('drives both, and has no frame loop of its own', async () => {
    const script = `<script>
      const tl = older.timeline({ paused: true });
      tl.set('#timeline', { backgroundColor: '#00ff00' }, 0.5);
      older.to('#older', { delay: 0.35, duration: 0.05, backgroundColor: '#00ff00' });
      gsap.to('#newer', { delay: 0.35, duration: 0.05, backgroundColor: '#00ff00' });
      window.__timelines = window.__timelines || {};
      window.__timelines.test = tl;
    </script>`;
    const cells = ['timeline', 'older', 'newer'].map((id, index) => cell(index, '#ff0000', `id="${id}"`)).join('');
    const head = `${HEAD}<script>const older = window.gsap;</script><script src="./gsap.min.js?again"></script>`;
    const shown = await render(scene(cells + script, { duration: 1, head }));
    expect(shown.complete).toMatchObject({ warnings: [], notices: [] });
    expect([0, 1, 2].map((id) => shown.runs(id))).toEqual(['5 red, 5 lime', '4 red, 6 lime', '4 red, 6 lime']);
  });
});

describe('tweens that callbacks begin', () => {
  beforeAll(() => cutIntoChunksOf(30));
  afterAll(() => cutIntoChunksOf());

  // A lane that jumps to the second chunk takes that for the time at which they begin; the pages are made again by one lane then.
  it.each([
    ['of a delayed call', 'gsap.delayedCall(0.1, move);'],
    ['at a place of the timeline', 'tl.call(move, null, 0.1);'],
    ['at the end of another one', "gsap.to('#moved', { opacity: 0.9, duration: 0.1, onComplete: move });"],
  ])('%s stand where one lane has them, however many were asked for', async (_, begin) => {
    const script = `<script>
      const move = () => gsap.to('#moved', { x: 16 * 8, duration: 0.8, ease: 'none' });
      const tl = gsap.timeline({ paused: true });
      ${begin}
      window.__timelines = { test: tl };
    </script>`;
    const html = scene(`${cell(0, '#ff0000', 'id="moved"')}${script}`, { head: HEAD });
    const two = await render(html, ['--fps', '60', '--workers', '2']);
    // From 0.1 to 0.9 s it goes by eight cells.
    const red = [30, 48].map((frame) => [two.pixel(frame, Math.round((frame / 60 - 0.1) * 10))[0] > 200]);
    expect([red, two.warnings]).toEqual([[[true], [true]], []]);
  });

  it('go on by several lanes where they are over before another lane takes over', async () => {
    const script = `<script>
      const tl = gsap.timeline({ paused: true });
      tl.call(() => gsap.set('#moved', { x: 16 }), null, 0.2);
      tl.to('#other', { x: 16 * 8, duration: 1, ease: 'none' }, 0);
      window.__timelines = { test: tl };
    </script>`;
    const body = `${cell(0, '#ff0000', 'id="moved"')}${cell(20, '#00ff00', 'id="other"')}${script}`;
    const two = await render(scene(body, { head: HEAD }), ['--fps', '60', '--workers', '2']);
    expect([two.complete.lanes.count, two.warnings]).toEqual([2, []]);
  });
});
