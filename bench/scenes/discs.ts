/** A script that draws all of the picture onto a canvas, from the time alone: discs that go round, below a line of text. */
import { page } from './page.ts';
import type { PageOptions, Scene } from './scene.ts';

const DISCS = 60;

function discsPage({ width, height, seconds }: PageOptions): string {
  return page({
    id: 'discs',
    title: 'Discs on a canvas',
    width,
    height,
    seconds,
    css: `      #root { background: #10131a; color: #fff; font-family: 'Bench Sans', sans-serif; overflow: hidden; }
      #field { position: absolute; left: 0; top: 0; }
      h1 { position: absolute; left: 60px; bottom: 30px; margin: 0; font-size: 56px; }`,
    body: `      <canvas id="field" width="${width}" height="${height}"></canvas>
      <h1>Drawn by a script</h1>`,
    script: `      const pen = document.getElementById('field').getContext('2d');
      const draw = (time) => {
        pen.clearRect(0, 0, ${width}, ${height});
        for (let disc = 0; disc < ${DISCS}; disc += 1) {
          const [x, y] = [Math.sin(disc + time * 0.6), Math.cos(disc * 1.7 + time * 0.4)];
          pen.fillStyle = 'hsl(' + (disc * 6 + time * 36) + ' 70% 60%)';
          pen.beginPath();
          pen.arc(${width} * (0.5 + 0.42 * x), ${height} * (0.5 + 0.42 * y), ${Math.round(height / 25)}, 0, 7);
          pen.fill();
        }
      };
      tl.to({}, { duration: ${seconds}, ease: 'none', onUpdate: () => draw(tl.time()) }, 0);
      draw(0);`,
  });
}

export const discs: Scene = { page: discsPage };
