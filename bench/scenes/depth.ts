/** A card with two sides that turns in depth: planes that cut each other, which no drawing surface shows. */
import { page } from './page.ts';
import type { PageOptions, Scene } from './scene.ts';

function depthPage({ width, height, seconds }: PageOptions): string {
  return page({
    id: 'depth',
    title: 'A card that turns in depth',
    width,
    height,
    seconds,
    css: `      #root { background: linear-gradient(135deg, #0f172a, #334155); color: #fff; font-family: 'Bench Sans', sans-serif; overflow: hidden; }
      h1 { position: absolute; left: 100px; top: 60px; margin: 0; font-size: 72px; }
      #room { position: absolute; left: 560px; top: 240px; width: 800px; height: 600px; perspective: 1200px; }
      #card { width: 100%; height: 100%; transform-style: preserve-3d; }
      .side { position: absolute; inset: 0; display: grid; place-items: center; border-radius: 40px; background: #fff; color: #0f172a; font-size: 120px; backface-visibility: hidden; }
      #back { background: #fde047; transform: rotateY(180deg); }`,
    body: `      <h1>Two sides of a card</h1>
      <div id="room">
        <div id="card">
          <div class="side">Front</div>
          <div class="side" id="back">Back</div>
        </div>
      </div>`,
    script: `      tl.fromTo('#card', { rotationY: 0 }, { rotationY: ${Math.round(144 * seconds)}, duration: ${seconds}, ease: 'none' }, 0);`,
  });
}

export const depth: Scene = { page: depthPage };
