/** Writing a track again with other samples under the same description, each as long as any other. */
import type { FileHandle } from 'node:fs/promises';
import { boxAt, boxBytes, withBoxes } from './boxes.js';
import { mediaHead, movieBox } from './movie-box.js';
import type { TrackFile } from './track-file.js';
import { writeWhole } from './write-whole.js';

export interface Sample {
  readonly data: Uint8Array;
  /** Decoding may begin here. */
  readonly key: boolean;
}

/** Media may be longer than 4 GiB, which is not known when the first sample is written. */
const LONG = true;

/**
 * Writes the samples, each of `ticks` of the track's clock, to `out`. `replaced` names content of further boxes.
 * @throws {RangeError} when the description is of an unknown kind.
 */
export async function writeTrack(
  out: FileHandle,
  { ftyp, moov }: Pick<TrackFile, 'ftyp' | 'moov'>,
  samples: AsyncIterable<Sample>,
  { ticks, replaced = {} }: { readonly ticks: number; readonly replaced?: Readonly<Record<string, Uint8Array>> },
): Promise<void> {
  const head = boxBytes(ftyp);
  const start = head.length + mediaHead(0, LONG).length;
  const sizes: number[] = [];
  const keys: number[] = [];
  let at = start;
  for await (const { data, key } of samples) {
    await writeWhole(out, data, at);
    at += data.length;
    sizes.push(data.length);
    if (key) keys.push(sizes.length);
  }
  const trak = boxAt(withBoxes([moov], replaced), ['moov', 'trak']);
  const facts = {
    trak,
    samples: {
      sizes,
      lengths: [{ samples: sizes.length, ticks }],
      keys: keys.length === sizes.length ? null : keys,
      leadTicks: 0,
    },
    // The samples begin near the start of the file: 4 bytes tell their place.
    chunks: { counts: [sizes.length], places: [start], long: false },
  };
  await writeWhole(out, Buffer.concat([head, mediaHead(at - start, LONG)]), 0);
  await writeWhole(out, boxBytes(movieBox(moov, [facts])), at);
}
