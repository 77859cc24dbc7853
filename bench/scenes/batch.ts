/** A card of two seconds that one command renders for ten rows of variables. */
import { page } from './page.ts';
import type { Scene } from './scene.ts';

const ACCENTS = ['#3ddc97', '#ff6b6b', '#4dabf7', '#ffd43b', '#b197fc'] as const;

export const batch: Scene = {
  rows: Array.from({ length: 10 }, (_, index) => ({
    name: `row-${index + 1}`,
    title: `Card number ${index + 1}`,
    accent: ACCENTS[index % ACCENTS.length] as string,
  })),
  page: ({ width, height, seconds }) =>
    page({
      id: 'card',
      title: 'A card of two seconds, one for each row',
      width,
      height,
      seconds,
      variables: [
        { id: 'name', type: 'string', label: 'File name', default: 'row' },
        { id: 'title', type: 'string', label: 'Title', default: 'Title' },
        { id: 'accent', type: 'color', label: 'Accent', default: '#3ddc97' },
      ],
      css: `      #root { background: #10131a; color: #fff; font-family: 'Bench Sans', sans-serif; overflow: hidden; }
      #panel { position: absolute; left: 120px; top: 150px; width: 760px; height: 420px; border-radius: 32px; background: linear-gradient(135deg, #232a3a, #161b26); }
      #bar { position: absolute; left: 180px; top: 400px; width: 640px; height: 12px; border-radius: 6px; transform-origin: left; }
      #dot { position: absolute; left: 960px; top: 260px; width: 200px; height: 200px; border-radius: 50%; }
      h1 { position: absolute; left: 180px; top: 240px; margin: 0; font-size: 72px; }`,
      body: `      <div id="panel"></div>
      <div id="bar"></div>
      <div id="dot"></div>
      <h1 id="title"></h1>`,
      script: `      const { title, accent } = window.__hyperframes.getVariables();
      document.getElementById('title').textContent = title;
      for (const id of ['bar', 'dot']) document.getElementById(id).style.background = accent;
      tl.fromTo('#panel', { x: -80, opacity: 0 }, { x: 0, opacity: 1, duration: 0.5 }, 0);
      tl.fromTo('#title', { x: -60, opacity: 0 }, { x: 0, opacity: 1, duration: 0.5 }, 0.2);
      tl.fromTo('#bar', { scaleX: 0 }, { scaleX: 1, duration: ${seconds - 0.2}, ease: 'none' }, 0.1);
      tl.fromTo('#dot', { y: -160, rotation: 0 }, { y: 120, rotation: 180, duration: ${seconds}, ease: 'sine.inOut' }, 0);`,
    }),
};
