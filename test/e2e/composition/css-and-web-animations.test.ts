/** CSS animations, transitions and Web Animations under the frame clock (composition-format 7.2). */
import type { Notice } from '@framefarm/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cell, place, renderFiles, type Scene, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../../support/renders/chunk-length.js';

useBundledFfmpeg();

const STYLE = `<style>
@keyframes fade { from { opacity: 0 } to { opacity: 1 } }
@keyframes swap { 0%, 49.99% { background: #ff0000 } 50%, 100% { background: #00ff00 } }
.fade { animation: fade 1s linear both }
.swap { animation: swap .4s linear both }
.delayed { animation: swap .4s linear .3s both }
.twice { animation: swap .4s linear 2 both }
.endless { animation: swap .4s linear infinite }
.before::before { content: ''; position: absolute; inset: 0; animation: swap .4s linear both }
.moving { transition: background-color .4s steps(2, jump-none) }
.moving.on { background-color: #00ff00 !important }
.stopped { animation: swap .4s linear both paused }
</style>`;

const body = [
  cell(0, '#ff0000', 'class="fade"'),
  cell(1, '#0000ff', 'class="swap"'),
  cell(2, '#0000ff', 'class="swap" data-start="0.3"'),
  `<div data-start="0.3">${cell(3, '#0000ff', 'class="swap"')}</div>`,
  cell(4, '#0000ff', 'class="delayed"'),
  cell(5, '#0000ff', 'class="twice"'),
  cell(6, '#0000ff', 'class="endless"'),
  cell(7, '#0000ff', 'class="before"'),
  cell(8, '#0000ff', 'id="loaded"'),
  cell(9, '#0000ff', 'id="created"'),
  cell(10, '#ff0000', 'id="moving" class="moving"'),
  cell(11, '#0000ff', 'id="classed"'),
  cell(12, '#0000ff', 'id="played"'),
  cell(13, '#ff0000', 'id="slow"'),
  cell(14, '#0000ff', 'id="timed" data-start="0.3"'),
  `<script>
    const steps = [{ backgroundColor: '#ff0000' }, { backgroundColor: '#ff0000', offset: .4999 }, { backgroundColor: '#00ff00', offset: .5 }, { backgroundColor: '#00ff00' }];
    const byId = (id) => document.getElementById(id);
    byId('loaded').animate(steps, { duration: 400, fill: 'both' });
    byId('timed').animate(steps, { duration: 400, fill: 'both' });
    const playing = byId('played').animate(steps, { duration: 400, fill: 'both' });
    playing.play();
    byId('slow').animate([{ opacity: 1 }, { opacity: 0 }], { duration: 1000, fill: 'both' });
    addEventListener('hf-seek', ({ detail }) => {
      const frame = Math.round(detail.time * 10);
      if (frame === 3) byId('moving').classList.add('on');
      if (frame === 4) byId('classed').classList.add('swap');
      if (frame === 5) byId('created').animate(steps, { duration: 400, fill: 'both' });
    });
  </script>`,
].join('');

describe('animations in shadow trees', () => {
  const PART = (inside: string): string =>
    `<style>@keyframes swap { 0%, 49.99% { background: #ff0000 } 50%, 100% { background: #00ff00 } }
    b { position: absolute; inset: 0; ${inside} }</style><b></b>`;
  const ANIMATED = 'animation: swap .4s linear both';

  it('run as those of the document do, in the clock of what holds the tree', async () => {
    const shown = await renderFiles(
      {
        'index.html': scene(
          [
            cell(0, '#0000ff', 'id="open"'),
            cell(1, '#0000ff', 'id="closed"'),
            cell(2, '#0000ff', 'id="later"'),
            cell(3, '#0000ff', 'id="timed" data-start="0.3"'),
            cell(4, '#0000ff').replace('></', `><template shadowrootmode="open">${PART(ANIMATED)}</template></`),
            cell(5, '#0000ff', 'id="svg"'),
            cell(6, '#0000ff', 'id="ruled"'),
            `<script>
              const into = (id, mode, html) => {
                const root = document.getElementById(id).attachShadow({ mode });
                root.innerHTML = html;
                return root;
              };
              into('open', 'open', ${JSON.stringify(PART(ANIMATED))});
              into('closed', 'closed', ${JSON.stringify(PART(ANIMATED))});
              into('timed', 'open', ${JSON.stringify(PART(ANIMATED))});
              into('svg', 'open', ${JSON.stringify(
                `<svg width="16" height="16" style="position:absolute;inset:0"><rect width="16" height="16" fill="#ff0000">
                 <set attributeName="fill" to="#00ff00" begin="0.4s"/></rect></svg>`,
              )});
              const ruled = into('ruled', 'open', ${JSON.stringify(PART(''))});
              addEventListener('hf-seek', ({ detail }) => {
                if (Math.round(detail.time * 10) < 5) return;
                if (document.getElementById('later').shadowRoot === null) into('later', 'open', ${JSON.stringify(PART(ANIMATED))});
                ruled.styleSheets[0].cssRules[1].style.animation = 'swap .4s linear both';
              });
            </script>`,
          ].join(''),
        ),
      },
      { flags: ['--fps', '10', '--workers', '1'] },
    );
    expect([0, 1, 2, 3, 4, 5, 6].map((index) => shown.runs(index))).toEqual([
      '2 red, 8 lime',
      '2 red, 8 lime',
      '5 blue, 5 lime',
      '3 black, 2 red, 5 lime',
      '2 red, 8 lime',
      '4 red, 6 lime',
      '5 blue, 5 lime',
    ]);
    expect(shown.warnings).toEqual([]);
  });
});

describe('animations of parts that the browser makes', () => {
  it('do not stand where the clock of the machine left them: the parts change at once, and each is told of', async () => {
    const shown = await renderFiles(
      {
        'index.html': scene(
          `<style>
            progress { appearance: none; border: 0 } progress::-webkit-progress-bar { background: #ff0000 }
            progress::-webkit-progress-value { background: #00ff00; transition: width .5s }
            details { overflow: hidden } summary { height: 0; list-style: none; display: block }
            details::details-content { height: 0; overflow: hidden; transition: height 9s, content-visibility 9s allow-discrete }
            details[open]::details-content { height: 20px }
            @keyframes away { to { transform: translateX(-50px) } }
            input { appearance: none; margin: 0 } input::-webkit-slider-thumb { appearance: none; width: 16px; height: 16px; background: #00ff00; animation: away .5s both }
            meter::-webkit-meter-bar { transition: width 1s } textarea::placeholder { transition: color 1s }
          </style>
          <progress id="bar" value="0" style="${place(0)}"></progress>
          <details id="more" style="${place(1)};background:#ff0000"><summary></summary><div style="height:20px;background:#00ff00"></div></details>
          <input type="range" style="${place(2)}"><textarea placeholder="x" style="${place(5)}"></textarea>
          <script>
            addEventListener('hf-seek', ({ detail }) => {
              if (detail.time < 0.45) return;
              document.getElementById('bar').value = 1;
              document.getElementById('more').open = true;
            });
          </script>`,
        ),
      },
      { flags: ['--fps', '10'] },
    );
    expect([0, 1, 2].map((index) => shown.runs(index))).toEqual(['5 red, 5 lime', '5 red, 5 lime', '10 lime']);
    expect(shown.complete.warnings.map(({ details }: { details: { source: string } }) => details.source)).toEqual([
      'progress::-webkit-progress-value',
      'details::details-content',
      'input::-webkit-slider-thumb',
    ]);
  });
});

describe('animations at 10 frames per second', () => {
  let shown: Scene;
  beforeAll(async () => {
    shown = await renderFiles(
      { 'index.html': scene(body, { head: STYLE }).replace('style="background:black"', '') },
      { format: 'png-sequence', flags: ['--fps', '10', '--workers', '1'] },
    );
  });

  it('start without a wait and end without a warning', () => {
    expect(shown.warnings).toEqual([]);
    expect(shown.frames.count).toBe(10);
  });

  it.each([
    ['a linear CSS opacity', 0, (frame: number) => frame / 10],
    ['a linear Web Animation', 13, (frame: number) => 1 - frame / 10],
  ])('show %s exactly on every frame', (_, index, opacity) => {
    for (let frame = 0; frame < 10; frame += 1) {
      expect(Math.abs((shown.pixel(frame, index)[3] ?? 0) - 255 * opacity(frame))).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    ['run from 0 without a timed ancestor', 1, '2 red, 8 lime'],
    ['run from the start of their timed element', 2, '3 black, 2 red, 5 lime'],
    ['run from the start of the nearest timed ancestor', 3, '3 black, 2 red, 5 lime'],
    ['honour a delay', 4, '5 red, 5 lime'],
    ['honour repeats', 5, '2 red, 2 lime, 2 red, 4 lime'],
    ['repeat for ever', 6, '2 red, 2 lime, 2 red, 2 lime, 2 red'],
    ['run on pseudo-elements', 7, '2 red, 8 lime'],
    ['made by a script at load run from 0', 8, '2 red, 8 lime'],
    ['made by a script later run from their frame', 9, '5 blue, 2 red, 3 lime'],
    ['of kind transition run from their frame', 10, '5 red, 5 lime'],
    ['played by a script are still driven', 12, '2 red, 8 lime'],
    ['of a script at load ignore the window of the element', 14, '3 black, 7 lime'],
  ])('%s', (_, index, expected) => {
    expect(shown.runs(index)).toBe(expected);
  });

  it('take a class that comes later as if it had always been there', () => {
    // CSS animations count from the timed element, whenever they appear: one result on any lane.
    expect(shown.runs(11)).toBe('4 blue, 6 lime');
  });
});

describe('what begins in a frame', () => {
  const begins = (script: string) =>
    scene(
      `${cell(0, '#ff0000', 'id="moved" class="moving"')}<script>
        const steps = [{ background: '#ff0000' }, { background: '#ff0000', offset: .4999 }, { background: '#00ff00', offset: .5 }, { background: '#00ff00' }];
        let on = false;
        const once = (seconds, begin) => addEventListener('hf-seek', ({ detail }) => {
          if (on || detail.time < seconds) return;
          on = true;
          begin();
        });
        ${script}</script>`,
      { head: STYLE },
    );
  const render = (html: string, workers: string, beside = false) =>
    renderFiles({ 'index.html': html }, { flags: ['--fps', '60', '--workers', workers], beside });

  beforeAll(() => cutIntoChunksOf(30));
  afterAll(() => cutIntoChunksOf());

  it.each([
    ['a transition', "once(0.3, () => moved.classList.add('on'))", '30 red, 30 lime'],
    [
      'an animation of a script',
      "once(0.3, () => moved.animate(steps, { duration: 400, fill: 'both' }))",
      '30 red, 30 lime',
    ],
    [
      'one that a script lets go on',
      "const held = moved.animate(steps, { duration: 400, fill: 'both' }); held.pause(); once(0.3, () => held.play())",
      '30 red, 30 lime',
    ],
  ])('%s is captured by one lane, however many were asked for', async (_, script, runs) => {
    const shown = await render(begins(script), '2');
    expect([shown.runs(0), shown.warnings, shown.complete.lanes.count]).toEqual([runs, [], 1]);
    expect(shown.complete.notices).toContainEqual({
      code: 'raf_loop_sequential',
      message: expect.stringMatching(/^an animation of "?#?moved"? begins or turns .*one lane captures all/),
    });
  });

  it('by a script, of those that SVG declares, is captured by one lane too', async () => {
    const script = `moved.innerHTML = '<svg width="16" height="16"><rect width="16" height="16" fill="#ff0000"><set attributeName="fill" to="#00ff00" begin="indefinite" dur="0.4s"/></rect></svg>';
      once(0.3, () => moved.querySelector('set').beginElement());`;
    const shown = await render(begins(script), '2');
    expect([shown.runs(0), shown.warnings, shown.complete.lanes.count]).toEqual(['18 red, 24 lime, 18 red', [], 1]);
  });

  it('is captured by one lane too where only its pictures tell of it', async () => {
    const script = `let began;
      moved.classList.remove('moving');
      const step = (time) => {
        began ??= time;
        if (time - began < 190) requestAnimationFrame(step);
        else moved.style.background = '#00ff00';
      };
      once(0.3, () => requestAnimationFrame(step));`;
    const shown = await render(begins(script), '2', true);
    expect([shown.runs(0), shown.warnings, shown.complete.lanes.count]).toEqual(['31 red, 29 lime', [], 1]);
    expect(shown.complete.notices).toContainEqual({
      code: 'raf_loop_sequential',
      message: expect.stringMatching(/^frame 45 depends on those before; one lane captures all/),
    });
  });

  it('is captured by one lane at once where another render of the document has found that', async () => {
    const html = begins(`let began;
      moved.classList.remove('moving');
      addEventListener('hf-seek', ({ detail: { time } }) => {
        if (time >= 0.3) began ??= time;
        moved.style.background = 'rgb(0 ' + (began === undefined ? 0 : Math.round((time - began) * 199)) + ' 255)';
      });`);
    const shown = [await render(html, '2'), await render(html, '2')];
    expect(shown.map(({ complete }) => complete.lanes.count)).toEqual([1, 1]);
    const told = shown.map(
      ({ complete }) => complete.notices.find(({ code }: Notice) => code === 'raf_loop_sequential')?.message,
    );
    expect(told).toEqual([
      expect.stringMatching(/^frame 30 depends on those before; .*begins again$/),
      'frame 30 depends on those before, as another render of the document has found; one lane captures all',
    ]);
    expect(shown[1]?.runs(0)).toBe(shown[0]?.runs(0));
  });

  it('and is placed by its script goes on by several lanes', async () => {
    const script = `let made = null;
      addEventListener('hf-seek', ({ detail }) => {
        made ??= moved.animate(steps, { duration: 1000, fill: 'both' });
        made.pause();
        made.currentTime = detail.time * 1000;
      });`;
    const shown = await render(begins(script), '2');
    expect([shown.runs(0), shown.warnings, shown.complete.lanes.count]).toEqual(['30 red, 30 lime', [], 2]);
  });
});
