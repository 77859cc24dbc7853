/** Writing a track again with other samples under the same description, each as long as any other. */
import type { FileHandle } from 'node:fs/promises';
import { type Box, boxAt, boxBytes, viewOf, withBoxes } from './boxes.js';
import { SAMPLE_TABLE, type TrackFile } from './track-file.js';

export interface Sample {
  readonly data: Uint8Array;
  /** Decoding may begin here. */
  readonly key: boolean;
}

/** A box with a size of 8 bytes: media may be longer than 4 GiB. */
const MEDIA_HEAD_BYTES = 16;
/** Boxes that say of the old samples what is not so of the new ones. */
const OBSOLETE = ['edts', 'ctts', 'sdtp', 'sgpd', 'sbgp', 'co64', 'stco'];

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
  const start = head.length + MEDIA_HEAD_BYTES;
  const sizes: number[] = [];
  const keys: number[] = [];
  let at = start;
  for await (const { data, key } of samples) {
    await out.write(data, 0, data.length, at);
    at += data.length;
    sizes.push(data.length);
    if (key) keys.push(sizes.length);
  }
  const media = Buffer.from('\0\0\0\x01mdat\0\0\0\0\0\0\0\0', 'latin1');
  media.writeBigUInt64BE(BigInt(at - head.length), 8);
  const tree = describe(moov, replaced, { start, sizes, keys, ticks });
  await out.write(head, 0, head.length, 0);
  await out.write(media, 0, media.length, head.length);
  await out.write(tree, 0, tree.length, at);
}

interface SampleFacts {
  readonly start: number;
  readonly sizes: readonly number[];
  readonly keys: readonly number[];
  readonly ticks: number;
}

/** Without a list of edits the track begins with its first sample, and is as long as its samples are. */
function describe(
  moov: Box,
  replaced: Readonly<Record<string, Uint8Array>>,
  facts: SampleFacts,
): Uint8Array<ArrayBuffer> {
  const { start, sizes, keys, ticks } = facts;
  const at = (...path: string[]): Uint8Array => boxAt([moov], ['moov', ...path]).data;
  const length = sizes.length * ticks;
  const clock = viewOf(at('trak', 'mdia', 'mdhd')).getUint32(12);
  const filmLength = Math.round((length * viewOf(at('mvhd')).getUint32(12)) / clock);
  const content = {
    ...replaced,
    mvhd: patched(at('mvhd'), 16, filmLength),
    tkhd: patched(at('trak', 'tkhd'), 20, filmLength),
    mdhd: patched(at('trak', 'mdia', 'mdhd'), 16, length),
    stts: table([[sizes.length, ticks]]),
    stss: table(keys.map((key) => [key])),
    stsc: table([[1, sizes.length, 1]]),
    stsz: numbers([0, 0, sizes.length, ...sizes]),
  };
  const tree = without(withBoxes([moov], content)[0] ?? moov, OBSOLETE);
  return boxBytes(withPlace(tree, { type: 'stco', data: table([[start]]), children: null }));
}

/** The place of the samples is always told in 4 bytes: they begin near the start of the file. */
function withPlace(box: Box, place: Box): Box {
  if (box.children === null) return box;
  if (box.type === SAMPLE_TABLE.at(-1)) return { ...box, children: [...box.children, place] };
  return { ...box, children: box.children.map((child) => withPlace(child, place)) };
}

function without(box: Box, types: readonly string[]): Box {
  if (box.children === null) return box;
  const kept = box.children.filter(({ type }) => !types.includes(type)).map((child) => without(child, types));
  return { ...box, children: kept };
}

/** A copy with one number of 4 bytes changed. @throws {RangeError} when the box has times of 8 bytes. */
function patched(data: Uint8Array, at: number, value: number): Uint8Array {
  if (data[0] !== 0) throw new RangeError('times have 8 bytes');
  const copy = data.slice();
  viewOf(copy).setUint32(at, value);
  return copy;
}

function numbers(values: readonly number[]): Uint8Array {
  const out = new Uint8Array(values.length * 4);
  for (const [index, value] of values.entries()) viewOf(out).setUint32(index * 4, value);
  return out;
}

/** A box of version 0: the number of entries, and the entries. */
const table = (entries: readonly (readonly number[])[]): Uint8Array => numbers([0, entries.length, ...entries.flat()]);
