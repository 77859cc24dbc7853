/** Several chunks of few frames: by itself a render is not cut below 225. */
import { untilFileEnd } from '../machine/file-environment.js';

/** For the renders of this test file, those of workers too: how many frames a chunk aims at; as usual without. */
export function cutIntoChunksOf(frames?: number): void {
  untilFileEnd({ FRAMEFARM_CHUNK_FRAMES: frames === undefined ? null : String(frames) });
}
