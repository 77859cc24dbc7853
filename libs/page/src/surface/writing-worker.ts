/** The worker behind a surface that makes pictures of copied pixels, in the form that is encoded, and writes them into the ring. */
import { converterOf } from './convert.js';
import type { FromWorker, ToWriting, WritingStart } from './worker-messages.js';

/** Parts that TypeScript gives to its worker library only. */
interface SyncFile {
  truncate(bytes: number): void;
  write(bytes: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number;
  flush(): void;
}
type PrivateFile = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncFile> };

const answer = (message: FromWorker): void => postMessage(message);

/** Writes a picture into its slot. */
type Write = (sequence: number, picture: Uint8Array<ArrayBuffer>) => void;

/** A file of the browser's private file system, recognised from outside by the marker behind the pictures. */
async function openFile({ slots, pictureBytes, marker }: WritingStart): Promise<Write> {
  const root = await navigator.storage.getDirectory();
  const handle = (await root.getFileHandle('framefarm-ring', { create: true })) as PrivateFile;
  const file = await handle.createSyncAccessHandle();
  const mark = new TextEncoder().encode(marker);
  const bytes = slots * pictureBytes;
  file.truncate(bytes + mark.byteLength);
  file.write(mark, { at: bytes });
  file.flush();
  return (sequence, picture) => {
    const written = file.write(picture, { at: ((sequence - 1) % slots) * pictureBytes });
    if (written !== picture.byteLength) throw new Error(`only ${written} bytes of a picture fit on the disk`);
  };
}

async function start(setup: WritingStart): Promise<void> {
  const convert = converterOf(setup);
  const write = await openFile(setup);
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
