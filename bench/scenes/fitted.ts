/** A page whose script takes the time: 48 lines whose type is fitted to a width that changes, by measuring, as browsers offer no other way. */
import { page } from './page.ts';
import type { PageOptions, Scene } from './scene.ts';

const COLUMNS = 3;
const LINES = 48;
/** Halvings of the space of sizes, each of which lays a line out and measures it. */
const STEPS = 9;

function fittedPage({ width, height, seconds }: PageOptions): string {
  const perColumn = LINES / COLUMNS;
  const lines = Array.from({ length: LINES }, (_, index) => {
    const left = 20 + (width / COLUMNS) * Math.floor(index / perColumn);
    const top = 10 + ((height - 20) / perColumn) * (index % perColumn);
    return `      <p class="line" style="left: ${left}px; top: ${top}px"><span>Line ${index + 1} takes all of its width</span></p>`;
  });
  return page({
    id: 'fitted',
    title: 'Lines of text that are fitted to a width',
    width,
    height,
    seconds,
    css: `      #root { background: #10131a; color: #fff; font-family: 'Bench Sans', sans-serif; overflow: hidden; }
      .line { position: absolute; margin: 0; line-height: 1; white-space: nowrap; }`,
    body: lines.join('\n'),
    script: `      const lines = [...document.querySelectorAll('.line')];
      const spans = lines.map((line) => line.firstElementChild);
      const most = ${Math.floor(width / COLUMNS) - 60};
      const fit = (time) => {
        for (const [index, line] of lines.entries()) {
          const room = most * (0.6 + 0.4 * Math.sin(time * 2 + index / 5) ** 2);
          let [least, largest] = [4, 40];
          for (let step = 0; step < ${STEPS}; step += 1) {
            const size = (least + largest) / 2;
            line.style.fontSize = size + 'px';
            if (spans[index].getBoundingClientRect().width > room) largest = size;
            else least = size;
          }
        }
      };
      tl.to({}, { duration: ${seconds}, ease: 'none', onUpdate: () => fit(tl.time()) }, 0);`,
  });
}

export const fitted: Scene = { page: fittedPage };
