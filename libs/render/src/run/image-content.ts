/** What a container image holds, as written down when it was built; part of the result of each render in it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageContent } from '@framefarm/contract';
import { imageDirectory } from '@framefarm/process';

/** Name of the record in the directory that `FRAMEFARM_IMAGE_DIR` names. */
const RECORD = 'manifest.json';

let known: Promise<ImageContent | null> | undefined;

/** Null outside of an image. */
export function imageContent(): Promise<ImageContent | null> {
  known ??= read();
  return known;
}

async function read(): Promise<ImageContent | null> {
  const directory = imageDirectory();
  if (directory === null) return null;
  try {
    return JSON.parse(await readFile(join(directory, RECORD), 'utf8')) as ImageContent;
  } catch {
    return null; // Being made: the record is written last.
  }
}
