/** What scripts and styles do with animations, under the frame clock (reference: composition-format 7.2; Web Animations 1, 4.4 and 4.5). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageStage } from './stage.js';

let stage: PageStage;
beforeAll(async () => {
  stage = await PageStage.open();
});
afterAll(() => stage.close());

/** Two seconds from 0 to 200 px. */
const FRAMES = "[{ transform: 'translateX(0px)' }, { transform: 'translateX(200px)' }]";
const OPTIONS = "{ duration: 2000, fill: 'both' }";
const IT = `const it = a.animate(${FRAMES}, ${OPTIONS});`;
const MADE = `const it = new Animation(new KeyframeEffect(a, ${FRAMES}, ${OPTIONS}));`;
/** Runs `then` in the frame at 0.5 s. */
const half = (then: string): string =>
  `addEventListener('hf-seek', ({ detail }) => { if (detail.time === 0.5) { ${then} } });`;

async function opened(script: string, head = '') {
  const html = `${head}<div data-composition-id="main"><div id="a">x</div></div><script>${script}</script>`;
  const open = await stage.load({ html, config: { durationSeconds: 3 } });
  await open.prepare(90);
  const x = async (): Promise<number> =>
    Math.round(Number(/([\d.e-]+), [\d.e-]+\)$/.exec(await open.css('#a', 'transform'))?.[1] ?? 0));
  let next = 0;
  return {
    ...open,
    /** Where `#a` stands in a frame, which is come to through all before it. */
    async at(frame: number): Promise<number> {
      for (; next <= frame; next += 1) await open.seek(next);
      return x();
    },
  };
}

/** At 0, 0.5, 1 and 1.5 s. */
async function places(script: string, head = ''): Promise<readonly number[]> {
  const open = await opened(script, head);
  const shown: number[] = [];
  for (const frame of [0, 15, 30, 45]) shown.push(await open.at(frame));
  // Of what turns on the way it is told that pages which begin later do not know of it.
  expect((await open.warnings()).filter(({ code }) => code !== 'transition_parallel')).toEqual([]);
  await open.close();
  return shown;
}

describe('an animation that a script', () => {
  it.each([
    ['hurries', `${IT} it.playbackRate = 2;`, [0, 100, 200, 200]],
    ['hurries in the other way', `${IT} it.updatePlaybackRate(2);`, [0, 100, 200, 200]],
    ['slows while it runs', `${IT} ${half('it.playbackRate = 0.5;')}`, [0, 50, 75, 100]],
    ['turns', `${IT} it.reverse();`, [200, 150, 100, 50]],
    [
      'may not turn, as it never ends',
      `const it = a.animate(${FRAMES}, { duration: 2000, iterations: Infinity }); try { it.reverse(); } catch ({ name }) { if (name !== 'InvalidStateError') it.cancel(); }`,
      [0, 50, 100, 150],
    ],
    ['turns while it runs', `${IT} ${half('it.reverse();')}`, [0, 50, 0, 0]],
    ['moves', `${IT} it.currentTime = 500;`, [50, 100, 150, 200]],
    ['moves while it runs', `${IT} ${half('it.currentTime = 1500;')}`, [0, 150, 200, 200]],
    ['stops somewhere', `${IT} it.currentTime = 300; it.pause();`, [30, 30, 30, 30]],
    ['stops while it runs', `${IT} ${half('it.pause();')}`, [0, 50, 50, 50]],
    ['stops and starts', `${IT} it.pause(); ${half('it.play();')}`, [0, 0, 50, 100]],
    ['plays again from its end', `${IT} it.playbackRate = 4; ${half('it.play();')}`, [0, 0, 200, 200]],
    ['lets begin later', `${IT} it.startTime = 500;`, [0, 0, 50, 100]],
    ['puts at its end', `${IT} it.finish();`, [200, 200, 200, 200]],
    ['cancels', `${IT} ${half('it.cancel();')}`, [0, 0, 0, 0]],
    ['makes and plays', `${MADE} it.play();`, [0, 50, 100, 150]],
    [
      'makes on a timeline of its own',
      `${MADE.replace('));', '), new DocumentTimeline());')} it.play();`,
      [0, 50, 100, 150],
    ],
    ['makes and lets begin now', half(`${MADE} it.startTime = performance.now();`), [0, 0, 50, 100]],
    ['makes at a time of its own', `${MADE} it.currentTime = 500;`, [50, 50, 50, 50]],
  ])('%s is where that puts it', async (_, script, expected) => {
    expect(await places(script)).toEqual(expected);
  });

  it.each([
    ['hurries', 'it.playbackRate = 2;', [0, 100, 200, 200]],
    ['hurries in the other way', 'it.updatePlaybackRate(2);', [0, 100, 200, 200]],
    ['turns', 'it.reverse();', [200, 150, 100, 50]],
    ['puts at its end', 'it.finish();', [200, 200, 200, 200]],
    ['moves', 'it.currentTime = 500;', [50, 100, 150, 200]],
    ['stops', 'it.pause();', [0, 0, 0, 0]],
  ])('%s is where that puts it, also one of a style that nothing has looked at yet', async (_, script, expected) => {
    const head = `<style>@keyframes move { from { transform: translateX(0px) } to { transform: translateX(200px) } }
      #a { animation: move 2s linear both }</style>`;
    expect(await places(`const it = a.getAnimations()[0]; ${script}`, head)).toEqual(expected);
  });

  it('hurries before its clip is read begins with that clip', async () => {
    const open = await opened(
      'a.setAttribute("data-start", "0.5"); a.getAnimations()[0].playbackRate = 2;',
      `<style>@keyframes move { from { transform: translateX(0px) } to { transform: translateX(200px) } }
      #a { animation: move 2s linear both }</style>`,
    );
    expect([await open.at(15), await open.at(30)]).toEqual([0, 100]);
    await open.close();
  });

  it('asks tells its state, start and time as if it ran', async () => {
    const open = await opened(`${IT} window.it = it;`);
    const told = () => open.page.evaluate(() => [window.it.playState, window.it.startTime, window.it.currentTime]);
    await open.at(15);
    expect(await told()).toEqual(['running', 0, 500]);
    await open.page.evaluate(() => window.it.pause());
    expect(await told()).toEqual(['paused', null, 500]);
    await open.page.evaluate(() => window.it.play());
    await open.at(80);
    expect((await told())[0]).toBe('finished');
    expect(await open.page.evaluate(() => document.timeline.currentTime)).toBeCloseTo((80 / 30) * 1000, 6);
    const ofAnother = () => new DocumentTimeline({ originTime: 500 }).currentTime;
    expect(await open.page.evaluate(ofAnother)).toBeCloseTo((80 / 30) * 1000 - 500, 3);
    await open.close();
  });
});

describe('the end of an animation', () => {
  const SHORT = `{ duration: 500, fill: 'forwards' }`;

  it('is told in the frame in which it comes, so that what follows begins there', async () => {
    const open = await opened(`(async () => {
        await a.animate(${FRAMES}, ${SHORT}).finished;
        await a.animate([{ transform: 'translateX(200px)' }, { transform: 'translateX(100px)' }], ${SHORT}).finished;
        a.textContent = 'done';
      })();`);
    expect(open.report.inOrder).toBe('animation-ends');
    expect([await open.at(7), await open.at(15), await open.at(24)]).toEqual([93, 200, 140]);
    expect(await open.page.$eval('#a', (element) => element.textContent)).toBe('x');
    await open.at(30);
    expect(await open.page.$eval('#a', (element) => element.textContent)).toBe('done');
    await open.close();
  });

  it.each([
    ['onfinish', 'it.onfinish = () => { window.ends += 1; };'],
    ['a listener', "it.addEventListener('finish', () => { window.ends += 1; });"],
  ])('is told once by %s', async (_, listen) => {
    const open = await opened(`window.ends = 0; const it = a.animate(${FRAMES}, ${SHORT}); ${listen}`);
    await open.at(14);
    expect(await open.page.evaluate(() => window.ends)).toBe(0);
    await open.at(20);
    await expect.poll(() => open.page.evaluate(() => window.ends)).toBe(1);
    await open.at(40);
    expect(await open.page.evaluate(() => window.ends)).toBe(1);
    await open.close();
  });

  it.each([
    ['onfinish', 'it.onfinish = end;'],
    ['a listener', "it.addEventListener('finish', end);"],
  ])(
    'is told by %s before the callbacks of its frame, and what cancels it there is not told again',
    async (_, listen) => {
      const open = await opened(`window.said = []; const it = a.animate(${FRAMES}, ${SHORT});
      const end = ({ currentTime, timelineTime }) => { said.push('end at ' + currentTime + ' of ' + timelineTime); it.cancel(); };
      ${listen} const step = () => { said.push('frame'); requestAnimationFrame(step); }; requestAnimationFrame(step);`);
      await open.at(14);
      await open.page.evaluate(() => window.said.splice(0));
      expect([await open.at(15), await open.at(16)]).toEqual([0, 0]);
      expect(await open.page.evaluate(() => window.said)).toEqual(['end at 500 of 500', 'frame', 'frame']);
      await open.close();
    },
  );

  it.each(['it.pause();', 'it.playbackRate = 0;'])('is not told of one that stands still there (%s)', async (still) => {
    const open = await opened(
      `window.ends = 0; const it = a.animate(${FRAMES}, ${SHORT}); it.onfinish = () => { window.ends += 1; }; it.currentTime = 500; ${still}`,
    );
    await open.at(20);
    expect(await open.page.evaluate(() => window.ends)).toBe(0);
    expect(await open.warnings()).toEqual([]);
    await open.close();
  });

  it('is nothing that frames hang on where no script waits for it', async () => {
    const open = await opened(IT);
    expect(open.report.inOrder).toBeNull();
    await open.close();
  });
});

describe('a CSS animation', () => {
  const style = (more: string): string =>
    `<style>@keyframes go { to { transform: translateX(200px) } } #a { animation: go 2s linear both; ${more} }
      .stopped { animation-play-state: paused !important }</style>`;

  it('that its style has stopped stands where it begins, its delay counted', async () => {
    expect(await places('', style('animation-play-state: paused; animation-delay: -1s'))).toEqual([100, 100, 100, 100]);
  });

  it('of steps takes each in the frame in which it begins, and tells its time as it is', async () => {
    const open = await opened('', style('animation-duration: 1.6s; animation-timing-function: steps(8)'));
    const steps = [];
    for (let frame = 6; frame < 48; frame += 6) steps.push(await open.at(frame));
    expect(steps).toEqual([25, 50, 75, 100, 125, 150, 175]);
    expect(await open.page.evaluate(() => window.a.getAnimations()[0]?.currentTime)).toBe(1400);
    await open.close();
  });

  it('that its style lets go begins there', async () => {
    expect(
      await places(half("a.style.animationPlayState = 'running';"), style('animation-play-state: paused')),
    ).toEqual([0, 0, 50, 100]);
  });

  it('that a class stops on its way stays there', async () => {
    expect(await places(half("a.classList.add('stopped');"), style(''))).toEqual([0, 50, 50, 50]);
  });

  it('that a script has stopped is left to it', async () => {
    const script = half("a.getAnimations()[0].pause(); a.style.animationPlayState = 'running';");
    expect(await places(script, style(''))).toEqual([0, 50, 50, 50]);
  });
});
