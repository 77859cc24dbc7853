/** Events of CSS animations and transitions come with the frames (CSS Animations 2, "Event dispatch"; CSS Transitions 2). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, PageStage } from './stage.js';

let stage: PageStage;
beforeAll(async () => {
  stage = await PageStage.open();
});
afterAll(() => stage.close());

const STYLE = `<style>
  @keyframes move { to { left: 100px } }
  #a { animation: move 0.5s linear both } #b { animation: move 0.2s linear 0.1s 3 } #c { transition: left 0.3s linear 0.1s }
  div { position: absolute; left: 0 }
</style>`;
const BODY = '<div data-composition-id="main"><div id="a">a</div><div id="b">b</div><div id="c">c</div></div>';
const NAMES = [
  ...['start', 'iteration', 'end', 'cancel'].map((when) => `animation${when}`),
  ...['run', 'start', 'end', 'cancel'].map((when) => `transition${when}`),
];
/** Notes events with the frame, the place and what they tell of. */
const NOTE = `window.heard = [];
  const note = (event) => heard.push([Math.round(performance.now() / 100 * 3), event.type, event.target.id + event.pseudoElement, Math.round(event.elapsedTime * 1000)].join(' '));`;
const listenTo = (names: readonly string[], on = 'document'): string =>
  `${NOTE} for (const name of ${JSON.stringify(names)}) ${on}.addEventListener(name, note);`;
const inFrame = (frame: number, then: string): string =>
  `addEventListener('hf-seek', ({ detail }) => { if (Math.round(detail.time * 30) === ${frame}) { ${then} } });`;

async function heardIn(html: string, frames = 40): Promise<string[]> {
  const open = await stage.load({ html, config: { durationSeconds: 2 } });
  await open.prepare(60);
  for (let frame = 0; frame < frames; frame += 1) await open.seek(frame);
  const heard = await open.page.evaluate(() => window.heard);
  await open.close();
  return heard;
}

/** A frame that the browser has had time to tell of by itself. */
async function shown(open: OpenPage, frame: number): Promise<void> {
  await open.seek(frame);
  await open.page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
}

describe('listeners of a style’s animations', () => {
  it('hear of each beginning, pass and end once, in its frame and in the order of time', async () => {
    expect(await heardIn(`${STYLE}${BODY}<script>${listenTo(NAMES)}</script>`)).toEqual([
      '0 animationstart a 0',
      '3 animationstart b 0',
      '9 animationiteration b 200',
      '15 animationend a 500',
      '15 animationiteration b 400',
      '21 animationend b 600',
    ]);
  });

  it('hear of a transition from where a script begins it, and of one that is broken off', async () => {
    const script = `${listenTo(NAMES)} for (const one of [a, b]) one.style.animation = 'none';
      ${inFrame(6, "c.style.left = '90px'")} ${inFrame(30, "c.style.left = '0px'")} ${inFrame(36, "c.style.transition = 'none'")}`;
    expect(await heardIn(`${STYLE}${BODY}<script>${script}</script>`)).toEqual([
      '7 transitionrun c 0',
      '9 transitionstart c 0',
      '18 transitionend c 300',
      '31 transitionrun c 0',
      '33 transitionstart c 0',
      '37 transitioncancel c 100',
    ]);
  });

  it('hear of nothing from the browser, whatever frames it has of its own', async () => {
    const open = await stage.load({
      html: `${STYLE}${BODY}<script>${listenTo(NAMES)}</script>`,
      config: { durationSeconds: 2 },
    });
    await open.prepare(60);
    for (const frame of [0, 0, 3, 3, 9, 15, 15, 16]) await shown(open, frame);
    expect(await open.page.evaluate(() => window.heard)).toEqual([
      '0 animationstart a 0',
      '3 animationstart b 0',
      '9 animationiteration b 200',
      '15 animationend a 500',
      '15 animationiteration b 400',
    ]);
    await open.close();
  });

  it('change what is shown in the frame of the event', async () => {
    const script = `a.addEventListener('animationend', () => { c.textContent = 'over'; });`;
    const open = await stage.load({
      html: `${STYLE}${BODY}<script>${script}</script>`,
      config: { durationSeconds: 2 },
    });
    await open.prepare(60);
    const texts: string[] = [];
    for (const frame of [0, 13, 14, 15, 16]) {
      await open.seek(frame);
      texts.push(await open.page.evaluate(() => window.c.textContent));
    }
    expect(texts).toEqual(['c', 'c', 'c', 'over', 'over']);
    expect(open.report.inOrder).toBeNull();
    expect(open.report.keeps).toBe('events');
    await open.close();
  });

  it.each([
    ['an attribute', `<script>${NOTE}</script>`, '<div id="d" onanimationend="note(event)">d</div>'],
    ['a property', `<script>${NOTE} document.onanimationend = note;</script>`, '<div id="d">d</div>'],
    [
      'an older name',
      `<script>${NOTE} document.addEventListener('webkitAnimationEnd', note);</script>`,
      '<div id="d">d</div>',
    ],
    [
      'an older property',
      `<script>${NOTE} document.onwebkitanimationend = note;</script>`,
      '<div id="d" class="x">d</div>',
    ],
  ])('may ask by %s', async (way, script, element) => {
    const html = `<style>@keyframes move { to { left: 100px } } #d { animation: move 0.5s linear }</style>
      ${script}<div data-composition-id="main">${element}</div>`;
    const name = way.startsWith('an older') ? 'webkitAnimationEnd' : 'animationend';
    expect(await heardIn(html, 20)).toEqual([`15 ${name} d 500`]);
  });

  it('hear of pseudo-elements and in shadow trees', async () => {
    const html = `<style>@keyframes move { to { left: 100px } } #d::before { content: 'x'; animation: move 0.2s linear }</style>
      <div data-composition-id="main"><div id="d">d</div><div id="host"></div></div>
      <script>${listenTo(['animationend'], 'd')}
        const tree = host.attachShadow({ mode: 'open' });
        tree.innerHTML = '<style>@keyframes in { to { left: 1px } } b { animation: in 0.3s linear }</style><b id="e">e</b>';
        tree.addEventListener('animationend', note);
      </script>`;
    expect(await heardIn(html, 12)).toEqual(['6 animationend d::before 200', '9 animationend e 300']);
  });

  it('that come later hear of what is told from there on', async () => {
    const script = `${NOTE} ${inFrame(6, "for (const name of ['animationstart', 'animationend']) document.addEventListener(name, note);")}`;
    expect(await heardIn(`${STYLE}${BODY}<script>${script}</script>`)).toEqual([
      '15 animationend a 500',
      '21 animationend b 600',
    ]);
  });

  it('hear in the frame to which a page jumps of all that lies before it', async () => {
    const html = `${STYLE}${BODY}<script>${listenTo(NAMES)}</script>`;
    const open = await stage.load({ html, config: { durationSeconds: 2 } });
    await open.prepare(60);
    await shown(open, 12);
    await shown(open, 12);
    expect(await open.page.evaluate(() => window.heard.splice(0))).toEqual([
      '12 animationstart a 0',
      '12 animationstart b 0',
    ]);
    await shown(open, 30);
    await shown(open, 1);
    expect(await open.page.evaluate(() => window.heard)).toEqual([
      '30 animationend a 500',
      '30 animationend b 600',
      '1 animationstart a 500',
      '1 animationstart b 600',
      '1 animationend b 0',
    ]);
    await open.close();
  });

  it('in an iframe hear of its own', async () => {
    const inner = `${STYLE}<div id="a">a</div><script>${listenTo(['animationstart', 'animationend'])} top.inner = heard;</script>`;
    const html = `<div data-composition-id="main"><iframe src="/inner.html"></iframe></div>`;
    const open = await stage.load({ html, config: { durationSeconds: 2 }, files: { '/inner.html': inner } });
    await open.prepare(60);
    for (let frame = 0; frame < 20; frame += 1) await open.seek(frame);
    expect(await open.page.evaluate(() => window.inner)).toEqual(['0 animationstart a 0', '15 animationend a 500']);
    await open.close();
  });

  it('hear of what follows scrolling by the browser, as ever', async () => {
    const html = `<style>@keyframes move { to { left: 100px } } #box { height: 100px; overflow: auto } #d { position: relative; animation: move linear both; animation-timeline: scroll() }</style>
      <div data-composition-id="main"><div id="box"><div id="d">d</div><p style="height:900px"></p></div></div>
      <script>${listenTo(['animationstart'])}</script>`;
    const open = await stage.load({ html, config: { durationSeconds: 2 } });
    await open.prepare(60);
    await shown(open, 0);
    await expect.poll(() => open.page.evaluate(() => window.heard.length)).toBe(1);
    await open.close();
  });

  it('hear of what goes with the frames once, though another animation of the element follows scrolling', async () => {
    const html = `<style>@keyframes move { to { left: 100px } } @keyframes fade { to { opacity: 0 } } #box { height: 100px; overflow: auto }
      #d { position: relative; animation: move linear both, fade 0.1s; animation-timeline: scroll(), auto }</style>
      <div data-composition-id="main"><div id="box"><div id="d">d</div><p style="height:900px"></p></div></div>
      <script>window.heard = []; for (const type of ['animationstart', 'animationend'])
        addEventListener(type, (event) => heard.push(\`\${type} \${event.animationName}\`));</script>`;
    const open = await stage.load({ html, config: { durationSeconds: 2 } });
    await open.prepare(60);
    for (let frame = 0; frame < 8; frame += 1) await shown(open, frame);
    const heard = await open.page.evaluate(() => [...window.heard].sort());
    expect(heard).toEqual(['animationend fade', 'animationstart fade', 'animationstart move']);
    await open.close();
  });
});
