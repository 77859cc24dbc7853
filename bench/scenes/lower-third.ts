/** A transparent lower third: a plate with a shadow enters, a line runs along below it through the whole scene. */
import { page } from './page.ts';
import type { Scene } from './scene.ts';

export const lowerThird: Scene = {
  page: ({ width, height, seconds }) =>
    page({
      id: 'lower-third',
      title: 'A transparent lower third',
      width,
      height,
      seconds,
      css: `      html, body, #root { background: transparent; }
      #root { color: #fff; font-family: 'Bench Sans', sans-serif; overflow: hidden; }
      #plate { position: absolute; left: 120px; bottom: 120px; width: 820px; height: 190px; border-radius: 22px; background: linear-gradient(120deg, rgba(17, 24, 39, 0.92), rgba(37, 99, 235, 0.75)); box-shadow: 0 18px 50px rgba(0, 0, 0, 0.45); }
      #plate h1 { position: absolute; left: 44px; top: 30px; margin: 0; font-size: 64px; }
      #plate p { position: absolute; left: 46px; top: 116px; margin: 0; font-size: 34px; opacity: 0.85; }
      #line { position: absolute; left: 120px; bottom: 96px; width: 820px; height: 8px; border-radius: 4px; background: #f59e0b; transform-origin: left; }`,
      body: `      <div id="plate"><h1>Name of a person</h1><p>What this person does</p></div>
      <div id="line"></div>`,
      script: `      tl.fromTo('#plate', { x: -180, opacity: 0 }, { x: 0, opacity: 1, duration: 0.8, ease: 'power2.out' }, 0);
      tl.fromTo('#line', { scaleX: 0 }, { scaleX: 1, duration: ${seconds}, ease: 'none' }, 0);`,
    }),
};
