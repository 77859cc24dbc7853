/** A page that is dear to draw: 120 moving rows of text in three columns, eight moving images with shadows, a large blur. */
import { page } from './page.ts';
import type { GeneratedMedia, PageOptions, Scene } from './scene.ts';

const COLUMNS = 3;
const ROWS_PER_COLUMN = 40;
const IMAGES = 8;

function heavyPage({ width, height, seconds }: PageOptions): string {
  const rows = Array.from({ length: COLUMNS * ROWS_PER_COLUMN }, (_, index) => {
    const left = 40 + 620 * Math.floor(index / ROWS_PER_COLUMN);
    const top = 16 + 26 * (index % ROWS_PER_COLUMN);
    return `      <p class="row" style="left: ${left}px; top: ${top}px">Row ${index + 1}: figures of the week, in words and numbers</p>`;
  });
  const images = Array.from(
    { length: IMAGES },
    (_, index) =>
      `      <img class="picture" src="picture-${index}.png" style="left: ${60 + 460 * (index % 4)}px; top: ${index < 4 ? 120 : 620}px" />`,
  );
  return page({
    id: 'heavy',
    title: 'A page that is dear to draw',
    width,
    height,
    seconds,
    css: `      #root { background: radial-gradient(circle at 30% 20%, #3a1c71, #d76d77 55%, #ffaf7b); color: #fff; font-family: 'Bench Sans', sans-serif; overflow: hidden; }
      .row { position: absolute; margin: 0; width: 600px; font-size: 20px; line-height: 24px; white-space: nowrap; }
      .picture { position: absolute; width: 360px; height: 240px; border-radius: 18px; box-shadow: 0 24px 60px rgba(0, 0, 0, 0.5); }
      #glow { position: absolute; left: 700px; top: 290px; width: 500px; height: 500px; border-radius: 50%; background: linear-gradient(45deg, #00d2ff, #3a7bd5); filter: blur(60px); opacity: 0.8; }`,
    body: ['      <div id="glow"></div>', ...images, ...rows].join('\n'),
    script: `      document.querySelectorAll('.row').forEach((row, index) => {
        tl.fromTo(row, { x: -30 - (index % 7) * 6 }, { x: 30 + (index % 5) * 8, duration: ${seconds}, ease: 'none' }, 0);
      });
      document.querySelectorAll('.picture').forEach((picture, index) => {
        tl.fromTo(picture, { y: -40, rotation: -3 }, { y: 40, rotation: 3, duration: ${seconds}, ease: 'none' }, 0);
      });
      tl.fromTo('#glow', { x: -300, scale: 0.8 }, { x: 300, scale: 1.2, duration: ${seconds}, ease: 'none' }, 0);`,
  });
}

/** Smooth pictures, each another one: fine detail would make this a test of the encoder. */
const pictures = (): readonly GeneratedMedia[] =>
  Array.from({ length: IMAGES }, (_, index) => {
    const wave = (phase: number): string => `128+100*sin(${phase}+X/${90 + 20 * index}+Y/${70 + 10 * index})`;
    const colours = `r='${wave(index)}':g='${wave(index + 2)}':b='${wave(index + 4)}'`;
    return {
      name: `picture-${index}.png`,
      args: ['-f', 'lavfi', '-i', `color=s=720x480,format=gbrp,geq=${colours}`, '-frames:v', '1', '-pix_fmt', 'rgb24'],
    };
  });

export const heavy: Scene = { page: heavyPage, media: pictures };
