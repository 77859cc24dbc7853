/** Keeps manifest.json on disk: replaced whole at every change, never seen half written (cli 6.1). */
import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import { createScratch, makeDirectory, type Scratch } from '@framefarm/process';

export interface ManifestWriter {
  /**
   * Resolves once a text that was taken after this call is on disk. Changes that come while the disk is busy share one
   * write, so that a large batch does not write its rows once for every row.
   * @throws FramefarmError OUTPUT_NOT_WRITABLE, DISK_FULL
   */
  save(): Promise<void>;
  /** Removes the temporary directory beside the manifest. */
  close(): Promise<void>;
}

/** `text` is asked for just before each write. Makes the manifest's directory. */
export async function openManifestWriter(path: string, text: () => Iterable<Buffer>): Promise<ManifestWriter> {
  let scratch: Scratch;
  try {
    await makeDirectory(dirname(path));
    scratch = await createScratch(dirname(path), '.framefarm-');
  } catch (error) {
    throw notWritten(path, error, null);
  }
  const replace = async (): Promise<void> => {
    const temporary = join(scratch.path, 'manifest.json');
    try {
      const file = await open(temporary, 'w');
      try {
        await file.writeFile(text());
        // Without it the name could outlive the text when the machine stops.
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      throw notWritten(path, error, 'publish');
    }
  };
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    const write = replace();
    const done = (): void => {
      if (running === write) running = null;
    };
    running = write;
    write.then(done, done);
    return write;
  };
  return {
    save: () => {
      // One that waits has not taken its text yet, even when the one before it is just done.
      if (next !== null) return next;
      if (running === null) return start();
      next = running
        .catch(() => {})
        .then(() => {
          next = null;
          return start();
        });
      return next;
    },
    close: async () => {
      await next?.catch(() => {});
      await running?.catch(() => {});
      await scratch.remove();
    },
  };
}

/** A dry run keeps no record on disk. */
export const NO_MANIFEST: ManifestWriter = { save: async () => {}, close: async () => {} };

/** `stage`: null before any row was rendered. */
function notWritten(path: string, thrown: unknown, stage: 'publish' | null): FramefarmError {
  const error = asFramefarmError(thrown, stage ?? undefined);
  if (error.code !== 'INTERNAL_ERROR') return error;
  const message = `the manifest ${path} cannot be written: ${error.message}`;
  return new FramefarmError('OUTPUT_NOT_WRITABLE', message, { ...(stage === null ? {} : { stage }), cause: thrown });
}
