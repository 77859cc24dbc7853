/** A page whose script takes nearly all of the time: a picture of which each pixel is computed anew for each frame, by a sum of waves that bend one another. */
import { page } from './page.ts';
import type { PageOptions, Scene } from './scene.ts';

/** Pixels of the page on a side of one that is computed. */
const PIXEL = 2;
/** Times that the place of a pixel is bent before its colour is read. */
const BENDS = 7;

function computedPage({ width, height, seconds }: PageOptions): string {
  const [columns, rows] = [Math.round(width / PIXEL), Math.round(height / PIXEL)];
  return page({
    id: 'computed',
    title: 'A picture that is computed pixel by pixel',
    width,
    height,
    seconds,
    css: `      #root { background: #10131a; color: #fff; font-family: 'Bench Sans', sans-serif; overflow: hidden; }
      #field { position: absolute; left: 0; top: 0; width: ${width}px; height: ${height}px; }
      h1 { position: absolute; left: 60px; bottom: 30px; margin: 0; font-size: 56px; }`,
    body: `      <canvas id="field" width="${columns}" height="${rows}"></canvas>
      <h1>Computed</h1>`,
    script: `      const context = document.getElementById('field').getContext('2d', { willReadFrequently: true });
      const picture = context.createImageData(${columns}, ${rows});
      const pixels = new Uint32Array(picture.data.buffer);
      const compute = (time) => {
        for (let row = 0, at = 0; row < ${rows}; row += 1) {
          for (let column = 0; column < ${columns}; column += 1, at += 1) {
            let [x, y] = [(4 * column) / ${rows}, (4 * row) / ${rows}];
            for (let bend = 1; bend <= ${BENDS}; bend += 1) {
              const next = x + Math.sin(y * 1.3 + time + bend) / bend;
              y += Math.cos(next * 1.1 - time * 0.7 + bend) / bend;
              x = next;
            }
            const [red, green, blue] = [110 + 90 * Math.sin(x), 90 + 70 * Math.sin(y), 130 + 90 * Math.cos(x + y)];
            pixels[at] = 0xff000000 | (blue << 16) | (green << 8) | red;
          }
        }
        context.putImageData(picture, 0, 0);
      };
      tl.to({}, { duration: ${seconds}, ease: 'none', onUpdate: () => compute(tl.time()) }, 0);`,
  });
}

export const computed: Scene = { page: computedPage };
