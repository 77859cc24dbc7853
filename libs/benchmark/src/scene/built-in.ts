/** The composition that is measured where there is none: constant motion, nothing but CSS, no file beside it (cli 10). */

const BUILT_IN_ID = 'benchmark';
const WIDTH = 1280;
const HEIGHT = 720;
const SECONDS = 20;

/** The document: gradients, shadows, turning cards and text, so that every row of pixels changes in every frame. */
export function builtInDocument(): string {
  const cards = [
    ['one', '#ff9966, #ff5e62'],
    ['two', '#56ccf2, #2f80ed'],
    ['three', '#c6ffdd, #f7797d'],
  ];
  return `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <title>Constant motion</title>
    <style>
      #ground { position: absolute; inset: 0; overflow: hidden; background: linear-gradient(135deg, #0f2027, #203a43 55%, #2c5364); }
      .card { position: absolute; width: 340px; height: 210px; border-radius: 20px; box-shadow: 0 20px 50px rgba(0, 0, 0, 0.45); }
${cards.map(([id, colours]) => `      #${id} { background: linear-gradient(160deg, ${colours}); animation: ${id} ${SECONDS}s linear both; }`).join('\n')}
      h1 { position: absolute; left: 0; right: 0; top: 300px; margin: 0; text-align: center; color: #fff; font: 700 84px Inter, sans-serif; animation: title ${SECONDS}s linear both; }
      @keyframes one { from { transform: translate(60px, 90px) rotate(0deg); } to { transform: translate(860px, 380px) rotate(220deg); } }
      @keyframes two { from { transform: translate(880px, 420px) rotate(0deg); } to { transform: translate(40px, 60px) rotate(-220deg); } }
      @keyframes three { from { transform: translate(470px, -60px) scale(0.7); } to { transform: translate(470px, 560px) scale(1.3); } }
      @keyframes title { from { transform: translateY(140px) scale(0.9); } to { transform: translateY(-140px) scale(1.1); } }
    </style>
  </head>
  <body>
    <div data-composition-id="${BUILT_IN_ID}" data-start="0" data-duration="${SECONDS}" data-fps="30" data-width="${WIDTH}" data-height="${HEIGHT}" data-no-timeline>
      <div id="ground">
${cards.map(([id]) => `        <div id="${id}" class="card"></div>`).join('\n')}
        <h1>Constant motion</h1>
      </div>
    </div>
  </body>
</html>
`;
}
