/** Constant motion: a gradient, two turning cards with shadows, a moving title. Almost every row of pixels changes each frame. */
import { page } from './page.ts';
import type { PageOptions, Scene } from './scene.ts';

/** Sizes are those of 1080p and grow with the height. */
function motionPage({ width, height, seconds, fps }: PageOptions): string {
  const px = (pixels: number): string => `${Math.round((pixels * height) / 1080)}px`;
  const by = (pixels: number): number => Math.round((pixels * height) / 1080);
  return page({
    id: 'motion',
    title: 'Constant motion',
    width,
    height,
    seconds,
    ...(fps === 30 ? {} : { fps }),
    css: `      #root { background: linear-gradient(135deg, #0f2027, #203a43 55%, #2c5364); color: #fff; font-family: 'Bench Sans', sans-serif; }
      .card { position: absolute; width: ${px(520)}; height: ${px(320)}; border-radius: ${px(28)}; box-shadow: 0 ${px(30)} ${px(80)} rgba(0, 0, 0, 0.45); }
      #one { left: ${px(120)}; top: ${px(180)}; background: linear-gradient(160deg, #ff9966, #ff5e62); }
      #two { right: ${px(120)}; bottom: ${px(160)}; background: linear-gradient(200deg, #56ccf2, #2f80ed); }
      h1 { position: absolute; left: 0; right: 0; top: ${px(470)}; margin: 0; text-align: center; font-size: ${px(120)}; font-weight: 700; }`,
    body: `      <div id="one" class="card"></div>
      <div id="two" class="card"></div>
      <h1 id="title">Constant motion</h1>`,
    script: `      tl.to('#one', { x: ${by(1100)}, rotation: 25, duration: ${seconds}, ease: 'none' }, 0);
      tl.to('#two', { x: ${by(-1100)}, rotation: -25, duration: ${seconds}, ease: 'none' }, 0);
      tl.fromTo('#title', { y: ${by(140)}, scale: 0.9 }, { y: ${by(-140)}, scale: 1.1, duration: ${seconds}, ease: 'none' }, 0);`,
  });
}

export const motion: Scene = { page: motionPage };
