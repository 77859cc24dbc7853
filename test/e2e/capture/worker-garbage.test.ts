/** A long composition does not gather the garbage of its workers (issue 5, memory flat). */
import type { Stage } from '@framefarm/browser';
import { expect, it } from 'vitest';
import { CELL, cell, scene } from '../../support/projects/scene.js';
import { onStage } from '../../support/renders/surface-stage.js';

const SIZE = { width: 160, height: 80 };
/** Luma of the colours in limited range. */
const RED = 63;
const LIME = 173;

/** What is in the middle of the first cell in each frame, which a lane captures one after the other, as runs. */
async function runs(stage: Stage, frames: number): Promise<string> {
  await stage.openSurface();
  const found: { luma: number; length: number }[] = [];
  for await (const { image, release } of stage.captureRun(0, frames)) {
    const luma = image[(CELL / 2) * SIZE.width + CELL / 2] ?? -1;
    release?.();
    const last = found.at(-1);
    if (last?.luma === luma) last.length += 1;
    else found.push({ luma, length: 1 });
  }
  expect(await stage.takeWarnings()).toEqual([]);
  return found.map(({ luma, length }) => `${length} of ${luma}`).join(', ');
}

/** The address of a script for a worker. */
const script = (source: string): string => `URL.createObjectURL(new Blob([${JSON.stringify(source)}]))`;

it('what a worker has dropped is collected after 1,500 frames, and not before, whatever another one computes for ever', async () => {
  // The worker keeps an object that nothing else holds, and tells whether it is still there.
  const keeps = `const kept = new WeakRef({});
    onmessage = ({ ports: [port] }) => port.postMessage(kept.deref() === undefined);`;
  // A page that changes in each frame is asked for few frames ahead.
  const page = `${cell(0, 'red', 'id="kept"')}${cell(1, 'blue', 'id="changing"')}<script>
    const endless = new Worker(${script('onmessage = () => { for (;;); };')});
    const worker = new Worker(${script(keeps)});
    const gone = () => new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      worker.postMessage(null, [port2]);
    });
    addEventListener('hf-seek', ({ detail }) => {
      const frame = Math.round(detail.time * 10);
      document.getElementById('changing').style.opacity = frame % 2;
      // Just before, as it keeps a core busy.
      if (frame === 1490) endless.postMessage('begin');
      if (![0, 1480, 1540].includes(frame)) return;
      detail.waitUntil(gone().then((yes) => {
        document.getElementById('kept').style.background = yes ? 'lime' : 'red';
      }));
    });
  </script>`;
  const shown = await onStage(scene(page, { duration: 156 }), SIZE, 1_560, (stage) => runs(stage, 1_560));
  expect(shown).toBe(`1540 of ${RED}, 20 of ${LIME}`);
});

it('a worker that computes for ever does not keep the page from being captured', async () => {
  const page = `${cell(0, 'lime')}<script>new Worker(${script('for (;;);')});</script>`;
  const shown = await onStage(scene(page, { duration: 3 }), SIZE, 30, (stage) => runs(stage, 30));
  expect(shown).toBe(`30 of ${LIME}`);
});
