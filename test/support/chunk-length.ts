/** Several chunks of few frames: by itself a render is not cut below 225. */

/** For the renders of this test file, those of workers too: how many frames a chunk aims at; as usual without. */
export function cutIntoChunksOf(frames?: number): void {
  if (frames === undefined) delete process.env.FRAMEFARM_CHUNK_FRAMES;
  else process.env.FRAMEFARM_CHUNK_FRAMES = String(frames);
}
