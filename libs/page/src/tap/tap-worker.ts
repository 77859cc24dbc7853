/** The worker behind a tap: takes each picture of the compositor, makes BT.709 of it and writes it into the ring. */
import { type Assembled, assembled } from '../workers/assembled.js';
import { openRingFile } from '../workers/ring-file.js';
import type { FromTap, TapStart } from './messages.js';

/** The module of `rematrix.wat` in base64; put in by the bundler. */
declare const __REMATRIX_MODULE__: string;

interface RematrixModule extends Assembled {
  readonly rematrix: (from: number, width: number, height: number, to: number) => void;
}

const answer = (message: FromTap): void => postMessage(message);

async function start({ pictures, ...setup }: TapStart): Promise<void> {
  const { width, height, pictureBytes } = setup;
  const write = await openRingFile(setup);
  const { memory, rematrix } = assembled<RematrixModule>(__REMATRIX_MODULE__, 2 * pictureBytes);
  const [raw, planes] = [0, 1].map((part) => new Uint8Array(memory.buffer, part * pictureBytes, pictureBytes));
  answer({ ready: true });
  const reader = pictures.getReader();
  // The browser's queue holds on to no reader: one that nothing else does is collected while it waits.
  Object.assign(globalThis, { framefarmTap: reader });
  for (let sequence = 1; ; sequence += 1) {
    const { value: picture, done } = await reader.read();
    if (done) throw new Error('the browser hands out no more pictures');
    const at = performance.timeOrigin + performance.now();
    const { format, codedWidth, codedHeight } = picture;
    if (format !== 'I420' || codedWidth !== width || codedHeight !== height) {
      throw new Error(
        `the browser hands out ${format} of ${codedWidth}x${codedHeight}, not I420 of ${width}x${height}`,
      );
    }
    await picture.copyTo(raw as Uint8Array<ArrayBuffer>);
    // The browser hands out few at a time.
    picture.close();
    rematrix(0, width, height, pictureBytes);
    write(sequence, planes as Uint8Array<ArrayBuffer>);
    answer({ written: sequence, at });
  }
}

addEventListener('message', ({ data }: MessageEvent<TapStart>) => {
  start(data).catch((error) => answer({ failed: String(error) }));
});
