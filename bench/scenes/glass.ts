/** Frosted glass that enters over moving discs: a backdrop that is blurred, which no drawing surface shows. */
import { page } from './page.ts';
import type { PageOptions, Scene } from './scene.ts';

const DISCS = [
  { colour: '#f59e0b', left: 300, top: 200, x: 500, y: 300 },
  { colour: '#10b981', left: 1100, top: 100, x: -500, y: 400 },
  { colour: '#ef4444', left: 800, top: 600, x: 300, y: -350 },
] as const;

function glassPage({ width, height, seconds }: PageOptions): string {
  const discs = DISCS.map(
    ({ colour, left, top }) =>
      `      <div class="disc" style="left: ${left}px; top: ${top}px; background: ${colour}"></div>`,
  );
  return page({
    id: 'glass',
    title: 'Frosted glass over moving discs',
    width,
    height,
    seconds,
    css: `      #root { background: linear-gradient(135deg, #1e3a8a, #7c3aed, #db2777); color: #fff; font-family: 'Bench Sans', sans-serif; overflow: hidden; }
      .disc { position: absolute; width: 400px; height: 400px; border-radius: 50%; }
      #glass { position: absolute; left: 460px; top: 290px; width: 1000px; height: 500px; box-sizing: border-box; padding: 80px; border: 2px solid #ffffff55; border-radius: 40px; background: #ffffff22; backdrop-filter: blur(24px); }
      h1 { margin: 0; font-size: 96px; }
      p { margin: 40px 0 0; font-size: 40px; }`,
    body: [
      ...discs,
      '      <div id="glass"><h1>Frosted glass</h1><p>A line of text on a panel over moving discs</p></div>',
    ].join('\n'),
    script: `      ${JSON.stringify(DISCS.map(({ x, y }) => ({ x, y })))}.forEach(({ x, y }, index) => {
        tl.to(document.querySelectorAll('.disc')[index], { x, y, duration: ${seconds}, ease: 'none' }, 0);
      });
      tl.from('#glass', { y: 80, opacity: 0, duration: 1.2 }, 0);`,
  });
}

export const glass: Scene = { page: glassPage };
