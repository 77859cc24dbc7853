/** A long composition does not gather the garbage of its workers (issue 5, memory flat). */
import '../support/bundled-ffmpeg.js';
import { expect, it } from 'vitest';
import { cell, renderFiles, scene } from '../support/scene.js';

const render = (page: string, worker: string) =>
  renderFiles(
    { 'index.html': scene(page, { duration: 54 }), 'worker.js': worker },
    { flags: ['--workers', '1', '--fps', '30'] },
  );

it('what a worker has dropped is collected after 1,500 frames, and not before', async () => {
  // The worker keeps an object that nothing else holds, and tells whether it is still there.
  const worker = `const kept = new WeakRef({});
    onmessage = ({ ports: [port] }) => port.postMessage(kept.deref() === undefined);`;
  // A page that changes in each frame is asked for few frames ahead.
  const page = `${cell(0, 'red', 'id="kept"')}${cell(1, 'blue', 'id="changing"')}<script>
    const worker = new Worker('worker.js');
    const gone = () => new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      worker.postMessage(null, [port2]);
    });
    addEventListener('hf-seek', ({ detail }) => {
      const frame = Math.round(detail.time * 30);
      document.getElementById('changing').style.opacity = frame % 2;
      if (![0, 1480, 1540].includes(frame)) return;
      detail.waitUntil(gone().then((yes) => {
        document.getElementById('kept').style.background = yes ? 'lime' : 'red';
      }));
    });
  </script>`;
  expect((await render(page, worker)).runs(0)).toBe('1540 red, 80 lime');
});

it('a worker that computes for ever does not keep the page from being captured', async () => {
  const page = `${cell(0, 'lime')}<script>new Worker('worker.js');</script>`;
  const { runs, warnings } = await render(page, 'for (;;);');
  expect(runs(0)).toBe('1620 lime');
  expect(warnings).toEqual([]);
});
