/** The ring of raw pictures that a page's worker writes, as an ordinary file of the browser's profile. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';

/** Pictures in the ring: one being written, one being read, two between them. */
export const RING_SLOTS = 4;

export interface SurfaceRing {
  /** Reads one picture into `picture`. */
  read(slot: number, picture: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** A text by which the file is recognised; random, so that no page can put another file in its place. */
export function ringMarker(): string {
  return randomBytes(24).toString('hex');
}

/**
 * Opens the ring of a page in `profile`. Where the browser keeps the file is its own business, so it is found by its
 * size and its marker.
 * @throws {FramefarmError} INTERNAL_ERROR when it is not there.
 */
export async function openRing(profile: string, pictureBytes: number, marker: string): Promise<SurfaceRing> {
  const file = await findRing(profile, pictureBytes * RING_SLOTS, marker);
  if (file === null) {
    throw new FramefarmError('INTERNAL_ERROR', 'the browser keeps the pictures of its pages at an unknown place', {
      stage: 'capture',
    });
  }
  return {
    read: async (slot, picture) => {
      for (let done = 0; done < pictureBytes; ) {
        const { bytesRead } = await file.read(picture, done, pictureBytes - done, slot * pictureBytes + done);
        if (bytesRead === 0)
          throw new FramefarmError('CAPTURE_STALLED', 'a picture of the page is incomplete', { stage: 'capture' });
        done += bytesRead;
      }
    },
    close: () => file.close(),
  };
}

async function findRing(profile: string, bytes: number, marker: string): Promise<FileHandle | null> {
  const names = await readdir(join(profile, 'Default', 'File System'), { recursive: true }).catch(() => []);
  for (const name of names) {
    const path = join(profile, 'Default', 'File System', name);
    const entry = await stat(path).catch(() => null);
    if (!entry?.isFile() || entry.size !== bytes + marker.length) continue;
    const file = await open(path, 'r');
    const { buffer } = await file.read(Buffer.alloc(marker.length), 0, marker.length, bytes);
    if (buffer.toString('latin1') === marker) return file;
    await file.close();
  }
  return null;
}
