/** A long composition does not gather the garbage of its workers (issue 5, memory flat). */
import { expect, it } from 'vitest';
import { cell, renderFiles, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

it('what a worker has dropped is collected after 1,500 frames, and not before, whatever another one computes for ever', async () => {
  // The worker keeps an object that nothing else holds, and tells whether it is still there.
  const worker = `const kept = new WeakRef({});
    onmessage = ({ ports: [port] }) => port.postMessage(kept.deref() === undefined);`;
  // A page that changes in each frame is asked for few frames ahead.
  const page = `${cell(0, 'red', 'id="kept"')}${cell(1, 'blue', 'id="changing"')}<script>
    const endless = new Worker('endless.js');
    const worker = new Worker('worker.js');
    const gone = () => new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      worker.postMessage(null, [port2]);
    });
    addEventListener('hf-seek', ({ detail }) => {
      const frame = Math.round(detail.time * 30);
      document.getElementById('changing').style.opacity = frame % 2;
      // Just before, as it keeps a core busy.
      if (frame === 1490) endless.postMessage('begin');
      if (![0, 1480, 1540].includes(frame)) return;
      detail.waitUntil(gone().then((yes) => {
        document.getElementById('kept').style.background = yes ? 'lime' : 'red';
      }));
    });
  </script>`;
  const { runs, warnings } = await renderFiles(
    {
      'index.html': scene(page, { duration: 52 }),
      'worker.js': worker,
      'endless.js': 'onmessage = () => { for (;;); };',
    },
    { flags: ['--workers', '1', '--fps', '30'] },
  );
  expect(runs(0)).toBe('1540 red, 20 lime');
  expect(warnings).toEqual([]);
});

it('a worker that computes for ever does not keep the page from being captured', async () => {
  const page = `${cell(0, 'lime')}<script>new Worker('worker.js');</script>`;
  const { runs, warnings } = await renderFiles(
    { 'index.html': scene(page, { duration: 1 }), 'worker.js': 'for (;;);' },
    { flags: ['--workers', '1', '--fps', '30'] },
  );
  expect(runs(0)).toBe('30 lime');
  expect(warnings).toEqual([]);
});
