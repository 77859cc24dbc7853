/** What stands around the samples of a file: the description of all tracks, and the head of the media. */
import { type Box, boxAt } from './boxes.js';
import { LAST_SHORT_PLACE, patched } from './tables.js';
import { clockOf, filmTicks, leaf, type TrackChunks, type TrackSamples, trackBox } from './track-box.js';

export interface MovieTrack {
  /** Whose description is taken over. */
  readonly trak: Box;
  readonly samples: TrackSamples;
  readonly chunks: TrackChunks;
}

/**
 * The box `moov` with these tracks; all else is as in `moov`. The film has the clock of its last track, which is the sound
 * where there is one: the edit that leaves out the encoder's start is told on it, and milliseconds would be off by up to
 * 48 samples.
 * @throws {RangeError} when a description is of an unknown kind.
 */
export function movieBox(moov: Box, tracks: readonly MovieTrack[]): Box {
  const filmClock = tracks.map(({ trak }) => clockOf(trak)).at(-1) ?? 1;
  const length = Math.max(...tracks.map(({ trak, samples }) => filmTicks(trak, samples, filmClock)));
  const boxes = tracks.map(({ trak, samples, chunks }, index) =>
    trackBox(trak, samples, chunks, { id: index + 1, filmClock }),
  );
  const others = (moov.children ?? []).filter(({ type }) => type !== 'mvhd' && type !== 'trak');
  const head = patched(boxAt([moov], ['moov', 'mvhd']).data, {
    12: filmClock,
    16: length,
    // The number of the next track to be added.
    96: tracks.length + 1,
  });
  return { ...moov, children: [leaf('mvhd', head), ...boxes, ...others] };
}

/** The head of a box of media with a size of 4 or 8 bytes. */
export function mediaHead(bytes: number, long: boolean): Buffer {
  const head = Buffer.from(long ? '\0\0\0\x01mdat\0\0\0\0\0\0\0\0' : '\0\0\0\0mdat', 'latin1');
  if (long) head.writeBigUInt64BE(BigInt(head.length + bytes), 8);
  else head.writeUInt32BE(head.length + bytes, 0);
  return head;
}

/** Whether a file of this many bytes needs the long forms of sizes and places. */
export const isLong = (bytes: number): boolean => bytes > LAST_SHORT_PLACE;
