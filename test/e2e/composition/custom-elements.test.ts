/** Custom elements are connected once, also where the page moves onto a surface; moves of the page's own are told as ever. */
import { expect, it } from 'vitest';
import { place, renderFiles, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

it('what a custom element builds on arrival is built once, and again where the page itself moves it', async () => {
  const body = `<u-card style="${place(0)}"></u-card>
    <section id="first"><u-count style="${place(1)}"></u-count></section><section id="second"></section>
    <script>
      customElements.define('u-card', class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'open' }).innerHTML = '<b style="position:absolute;inset:0;background:#00ff00"></b>';
        }
      });
      const COLOURS = ['', '#ff0000', '#0000ff', '#ffff00'];
      customElements.define('u-count', class extends HTMLElement {
        connectedCallback() {
          this.times = (this.times ?? 0) + 1;
          this.style.background = COLOURS[this.times];
        }
        disconnectedCallback() {
          this.left = true;
        }
      });
      addEventListener('hf-seek', ({ detail }) => {
        const count = document.querySelector('u-count');
        const second = document.getElementById('second');
        if (detail.time >= 0.95 && count.parentNode !== second) second.moveBefore(count, null);
        if (detail.time < 0.95 && count.left) throw new Error('it was told to leave');
      });
    </script>`;
  const shown = await renderFiles(
    { 'index.html': scene(body, { duration: 2 }) },
    { flags: ['--fps', '30', '--workers', '1'] },
  );
  expect(shown.complete.capture.path).toBe('surface');
  expect(shown.warnings).toEqual([]);
  expect(shown.runs(0)).toBe('60 lime');
  expect(shown.runs(1)).toBe('29 red, 31 blue');
});
