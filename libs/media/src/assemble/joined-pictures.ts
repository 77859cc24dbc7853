/** The pictures of all chunks as one track: what must agree, and what is said of all of them. Pure. */
import { counted, type EncodingPlan } from '@framefarm/contract';
import { trackTicks, trackTimescale } from '../encode/codec-args.js';
import { type Box, boxAt, boxBytes, readBoxes } from '../mp4/boxes.js';
import type { LaidTrack } from '../mp4/movie-layout.js';
import { ticksOf } from '../mp4/track-box.js';
import type { TrackFile } from '../mp4/track-file.js';
import type { Segment } from './join-args.js';

export interface ReadSegment extends Segment {
  readonly track: TrackFile;
}

/** Fields of a picture's sample entry (ISO/IEC 14496-12, 12.1.3), and in them the name of the encoder. */
const ENTRY_BYTES = 78;
const NAME_AT = 42;
const NAME_BYTES = 32;
/** Optional boxes that say of a chunk's samples what is not so of all. */
const OF_ONE_CHUNK = ['btrt'];

/** @throws {RangeError} when the chunks are not parts of one track of the plan. */
export function joinedPictures(
  segments: readonly ReadSegment[],
  encoding: EncodingPlan,
): LaidTrack & { readonly ftyp: Box; readonly moov: Box } {
  const [first] = segments;
  if (first === undefined) throw new RangeError('there are none');
  const ticks = trackTicks(encoding.fps);
  const { ftyp, moov, trak, entry } = first.track;
  const description = boxBytes(ofAll(entry));
  const sizes: number[] = [];
  const keys: number[] = [];
  for (const { track, firstFrame, frames } of segments) {
    const where = `that of frame ${firstFrame}`;
    if (track.samples.length !== frames) {
      throw new RangeError(`${where} holds ${counted(track.samples.length, 'picture')}; the plan says ${frames}`);
    }
    if (track.clock !== trackTimescale(encoding.fps) || track.leadTicks !== 0 || !areEven(track, ticks)) {
      throw new RangeError(`the pictures of ${where} have other times than the plan's`);
    }
    if (Buffer.compare(description, boxBytes(ofAll(track.entry))) !== 0) {
      throw new RangeError(`${where} is described otherwise than that of frame ${first.firstFrame}`);
    }
    const numbers = track.keys ?? track.samples.map((_, index) => index + 1);
    for (const key of numbers) keys.push(sizes.length + key);
    for (const { bytes } of track.samples) sizes.push(bytes);
  }
  const all = keys.length === sizes.length ? null : keys;
  const lengths = [{ samples: sizes.length, ticks }];
  return { ftyp, moov, trak: described(trak, ofAll(entry)), samples: { sizes, lengths, keys: all, leadTicks: 0 } };
}

/** Each picture lasts as long as the plan says. */
function areEven({ lengths, samples }: TrackFile, ticks: number): boolean {
  return lengths.every((run) => run.ticks === ticks) && ticksOf(lengths) === ticks * samples.length;
}

/** The description without what is so of one chunk alone; as FFmpeg's copies it does not name the encoder. */
function ofAll(entry: Box): Box {
  const data = Buffer.from(entry.data);
  data.fill(0, NAME_AT, NAME_AT + NAME_BYTES);
  const children = entry.children ?? readBoxes(data.subarray(ENTRY_BYTES));
  return {
    type: entry.type,
    data: data.subarray(0, ENTRY_BYTES),
    children: children.filter(({ type }) => !OF_ONE_CHUNK.includes(type)),
  };
}

function described(trak: Box, entry: Box): Box {
  const changed = (box: Box): Box => {
    if (box.type === 'stsd') return { ...box, children: [entry] };
    return box.children === null ? box : { ...box, children: box.children.map(changed) };
  };
  boxAt([trak], ['trak', 'mdia', 'minf', 'stbl', 'stsd']);
  return changed(trak);
}
