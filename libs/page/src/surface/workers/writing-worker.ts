/** The worker behind a surface that makes pictures of copied pixels, in the form that is encoded, and writes them into the ring. */

import { openRingFile } from '../../workers/ring-file.js';
import { converterOf } from './convert.js';
import type { FromWorker, ToWriting, WritingStart } from './worker-messages.js';

const answer = (message: FromWorker): void => postMessage(message);

async function start(setup: WritingStart): Promise<void> {
  const convert = converterOf(setup);
  const write = await openRingFile(setup);
  const { drawing } = setup;
  drawing.onmessage = ({ data: { sequence, pixels, format } }: MessageEvent<ToWriting>) => {
    try {
      write(sequence, convert(new Uint8Array(pixels), format));
      drawing.postMessage(pixels, [pixels]);
      answer({ written: sequence });
    } catch (error) {
      answer({ failed: String(error) });
    }
  };
}

addEventListener('message', ({ data }: MessageEvent<WritingStart>) => {
  start(data).then(
    () => answer({ ready: true }),
    (error) => answer({ failed: String(error) }),
  );
});
