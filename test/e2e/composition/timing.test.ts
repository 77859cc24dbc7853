/** Windows of timed elements (composition-format 3), frame by frame in the finished file. */
import { beforeAll, describe, expect, it } from 'vitest';
import { cell, place, renderFiles, type Scene, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

describe('windows of one second at 30 fps', () => {
  let shown: Scene;
  beforeAll(async () => {
    const body = [
      cell(0, 'red', 'id="a" data-start="0" data-duration="0.5"'),
      cell(1, 'red', 'id="b" data-start="a" data-duration="0.2"'),
      cell(2, 'red', 'id="c" data-start="b + 0.1"'),
      cell(3, 'red', 'data-start="0.30000000000000004"'),
      cell(4, 'red', 'data-start="0.2" data-duration="0"'),
      cell(5, 'red', 'data-start="0.2"'),
      cell(6, 'red', 'data-start="0.2" data-end="0.6"'),
      cell(7, 'red', 'data-start="0.2" data-duration="0.1" data-end="0.9"'),
      cell(8, 'red', 'data-start="-1" data-duration="1.5"'),
      cell(9, 'red', 'data-start="0.2" data-duration="-3"'),
      // A fifth of a frame after frame 10 begins: first shown on frame 11.
      cell(10, 'red', 'data-start="0.34" data-duration="0.1"'),
      cell(11, 'red', 'data-start="0.2" data-duration="Infinity"'),
      cell(12, 'red', 'data-start="0.5"', 'visibility:hidden'),
      cell(13, 'red', 'class="clip"'),
      cell(14, 'red', 'data-start="0" data-hidden'),
      // The higher z-index paints over the higher track.
      cell(15, 'blue', 'data-start="0" data-track-index="9"', 'z-index:1'),
      cell(15, 'red', 'data-start="0" data-track-index="1"', 'z-index:2'),
      // An element without data-start, inside one with it.
      `<div data-start="0.5" data-duration="0.2">${cell(16, 'red')}</div>`,
      // A window wider than that of its timed ancestor, and a descendant that is visible of its own will.
      `<div data-start="0.5" data-duration="0.2">${cell(17, 'red', 'data-start="0" data-duration="1"')}` +
        `<div data-start="0.1">${cell(18, 'red', '', 'visibility:visible')}</div></div>`,
      cell(19, 'red', 'data-start="0.2" data-duration="nonsense"'),
      cell(21, 'red', 'data-start="1e20"'),
      cell(22, 'red', 'data-start="0.2" data-duration="1e300" data-track-index="1e12"'),
      `<style data-start="0.9">#styled{background:red}</style>${cell(20, 'black', '').replace('<div', '<div id="styled"').replace('background:black;', '')}`,
    ].join('');
    shown = await renderFiles({ 'index.html': scene(body) });
  });

  it('has as many frames as the length says, and no warning', () => {
    expect(shown.frames.count).toBe(30);
    expect(shown.warnings).toEqual([]);
  });

  it.each([
    ['a window ends exclusively', 0, '15 red, 15 black'],
    ['a reference starts at the end of its target', 1, '15 black, 6 red, 9 black'],
    ['an offset is added to it', 2, '24 black, 6 red'],
    ['binary noise costs no frame', 3, '9 black, 21 red'],
    ['data-duration="0" stays to the end', 4, '6 black, 24 red'],
    ['no duration stays to the end', 5, '6 black, 24 red'],
    ['data-end alone ends the element', 6, '6 black, 12 red, 12 black'],
    ['data-duration wins over data-end', 7, '6 black, 3 red, 21 black'],
    ['a start below 0 becomes 0 and the length is kept', 8, '30 red'],
    ['a negative duration stays to the end', 9, '6 black, 24 red'],
    ['both bounds round up to the next frame', 10, '11 black, 3 red, 16 black'],
    ['an infinite duration stays to the end', 11, '6 black, 24 red'],
    ['an inline visibility:hidden is overridden inside the window', 12, '15 black, 15 red'],
    ['the class clip alone decides nothing', 13, '30 red'],
    ['data-hidden is never shown', 14, '30 black'],
    ['z-index decides what is on top, not the track', 15, '30 red'],
    ['what is inside a timed element goes with it', 16, '15 black, 6 red, 9 black'],
    ['a wider window inside a narrower one is cut', 17, '15 black, 6 red, 9 black'],
    ['visibility:visible does not escape a hidden timed ancestor', 18, '15 black, 6 red, 9 black'],
    ['a duration that is no number stays to the end', 19, '6 black, 24 red'],
    ['a style element is never timed', 20, '30 red'],
    ['a start that no render reaches is never shown', 21, '30 black'],
    ['a length beyond all renders stays to the end', 22, '6 black, 24 red'],
  ])('%s', (_, index, expected) => {
    expect(shown.runs(index)).toBe(expected);
  });
});

describe('what would show outside of the window around it', () => {
  const WINDOW = 'data-start="0.3" data-duration="0.4"';
  const fill = (style = '', attributes = '') =>
    `<b ${attributes} style="position:absolute;inset:0;background:red;${style}"></b>`;
  const visible = fill('visibility:visible');
  const inside = (index: number, content: string, attributes = WINDOW) =>
    `<div ${attributes} style="${place(index)}">${content}</div>`;
  const COPIED = '<symbol id="copied"><rect width="16" height="16" fill="red" visibility="visible"/></symbol>';
  /** Painted by the filter itself. */
  const FLOOD =
    '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><filter id="flood" x="0" y="0" width="1" height="1"><feFlood flood-color="red"/></filter></svg>';
  const shadow = (content: string) => `<div><template shadowrootmode="open">${content}</template></div>`;

  it.each([
    [
      'on ordinary paths',
      `<style>.mark::before { content: ''; position: absolute; inset: 0; background: red; visibility: visible }
        .flood::after { content: ''; position: absolute; inset: 0; filter: url(#flood) }</style>`,
      [
        inside(0, '', `${WINDOW} class="mark"`),
        inside(1, fill('visibility:visible !important')),
        inside(2, `<svg width="16" height="16">${COPIED}<g><use href="#copied"/></g></svg>`),
        `<svg width="16" height="16" style="${place(3)}"><use ${WINDOW} href="#copied"/></svg>`,
        `<div ${WINDOW} style="${place(4)};filter:url(#flood)">${FLOOD}</div>`,
        inside(5, `<svg width="16" height="16"><rect width="16" height="16" filter="url(#flood)"/></svg>`),
        // Hidden within what is shown, and hidden by what is around it.
        inside(6, inside(0, fill('background:none;filter:url(#flood)')), 'data-start="0.1"'),
        inside(7, '<div data-start="0" class="flood"></div>'),
        inside(8, fill('background:none;filter:url(flood.svg#flood)')),
      ],
    ],
    [
      'in shadow trees, with what scripts adopt there',
      `<script>
        customElements.define('own-sheet', class extends HTMLElement { connectedCallback() {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync('b { visibility: visible }');
          const root = this.attachShadow({ mode: 'closed' });
          root.innerHTML = ${JSON.stringify(fill())};
          root.adoptedStyleSheets = [sheet];
        } });</script>`,
      [
        inside(0, shadow(visible)),
        inside(1, shadow(shadow(visible))),
        inside(2, shadow(`<div ${WINDOW}>${visible}</div>`), ''),
        inside(3, '<own-sheet></own-sheet>'),
      ],
    ],
  ])('is not painted: %s', async (_, head, cells) => {
    const shown = await renderFiles(
      { 'index.html': scene(cells.join(''), { head }), 'flood.svg': FLOOD },
      { flags: ['--fps', '10'] },
    );
    expect(cells.map((_, index) => shown.runs(index))).toEqual(cells.map(() => '3 black, 4 red, 3 black'));
    expect(shown.warnings).toEqual([]);
  });

  it('stays hidden for good where a shadow tree says so', async () => {
    const shown = await renderFiles(
      { 'index.html': scene(inside(0, shadow(fill('display:block', 'data-hidden')), '')) },
      { flags: ['--fps', '1'] },
    );
    expect(shown.runs(0)).toBe('1 black');
  });
});

describe('elements in normal flow', () => {
  it('take no space outside their window when they are leaves; others keep theirs', async () => {
    const leaf = (colour: string, attributes = '') =>
      `<p ${attributes} style="margin:0;height:16px;background:${colour}"></p>`;
    const body =
      `<div style="${place(0)};height:48px">${leaf('red', 'data-start="0.5" data-duration="0.3"')}${leaf('lime')}</div>` +
      `<div style="${place(1)};height:48px">${leaf('red', 'data-start="0.5" data-duration="0.3"').replace('margin:0', 'margin:0;position:relative')}${leaf('lime')}</div>` +
      `<div style="${place(2)};height:48px"><section data-start="0.5" data-duration="0.3">${leaf('red')}</section>${leaf('lime')}</div>`;
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: ['--fps', '10'] });
    for (const column of [0, 1]) {
      expect(shown.runs(column)).toBe('5 lime, 3 red, 2 lime');
      expect(shown.runs(column + 10)).toBe('5 black, 3 lime, 2 black');
    }
    expect(shown.runs(2)).toBe('5 black, 3 red, 2 black');
    expect(shown.runs(12)).toBe('10 lime');
  });
});

describe('other frame rates', () => {
  it('place the same window by the same rule', async () => {
    const body = cell(0, 'red', 'data-start="0.5" data-duration="0.2"');
    const at = async (fps: string, duration = 1) =>
      (await renderFiles({ 'index.html': scene(body, { duration, height: 32 }) }, { flags: ['--fps', fps] })).runs(0);
    expect(await at('24')).toBe('12 black, 5 red, 7 black');
    expect(await at('30000/1001')).toBe('15 black, 6 red, 9 black');
    expect(await at('240', 0.75)).toBe('120 black, 48 red, 12 black');
  });
});
