/** Patches of one colour each, large enough that no filter of chroma reaches their middle. */
import { page } from './page.ts';
import type { Scene } from './scene.ts';

/** `#rrggbb`: black, white, greys, full and half primaries, skin, and colours of everyday pages. */
export const PATCHES = [
  '#000000',
  '#ffffff',
  '#808080',
  '#404040',
  '#c0c0c0',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
  '#800000',
  '#008000',
  '#000080',
  '#e0ac69',
  '#2563eb',
  '#f59e0b',
  '#10b981',
  '#7c3aed',
  '#1f2a33',
  '#f6f1e7',
  '#d2553f',
  '#0f2027',
  '#2c5364',
] as const;

const PATCH_COLUMNS = 6;

/** The middle of a patch in a frame of the given size, pixels. */
export function patchCentre(index: number, size: { width: number; height: number }): { x: number; y: number } {
  const rows = Math.ceil(PATCHES.length / PATCH_COLUMNS);
  return {
    x: Math.round(((index % PATCH_COLUMNS) + 0.5) * (size.width / PATCH_COLUMNS)),
    y: Math.round((Math.floor(index / PATCH_COLUMNS) + 0.5) * (size.height / rows)),
  };
}

export const flat: Scene = {
  page: ({ width, height, seconds }) => {
    const rows = Math.ceil(PATCHES.length / PATCH_COLUMNS);
    const cells = PATCHES.map((colour, index) => {
      const left = ((index % PATCH_COLUMNS) * width) / PATCH_COLUMNS;
      const top = (Math.floor(index / PATCH_COLUMNS) * height) / rows;
      return `      <div style="position: absolute; left: ${left}px; top: ${top}px; width: ${width / PATCH_COLUMNS}px; height: ${height / rows}px; background: ${colour}"></div>`;
    });
    return page({
      id: 'flat',
      title: 'Patches of one colour each',
      width,
      height,
      seconds,
      css: '      #root { background: #000; }',
      // Something moves, so that nobody takes the page for a still.
      body: [
        ...cells,
        '      <div id="mark" style="position: absolute; left: 0; top: 0; width: 16px; height: 16px; background: #fff"></div>',
      ].join('\n'),
      script: `      tl.fromTo('#mark', { x: 0 }, { x: 64, duration: ${seconds}, ease: 'none' }, 0);`,
    });
  },
};
