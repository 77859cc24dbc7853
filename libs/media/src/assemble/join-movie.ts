/**
 * Joining the chunks of an mp4 or mov and muxing the sound without FFmpeg: samples are copied as they are, and described
 * anew (docs/decisions/joining-in-process.md).
 */
import { type FileHandle, open } from 'node:fs/promises';
import { asFramefarmError, type EncodingPlan, FramefarmError } from '@framefarm/contract';
import { abortReason } from '../ffmpeg/run.js';
import { ByteCopy } from '../mp4/copy-bytes.js';
import { layOutMovie } from '../mp4/movie-layout.js';
import { quicktimeSound } from '../mp4/quicktime-sound.js';
import type { SamplePlace } from '../mp4/sample-place.js';
import { readTrackFile, type TrackFile } from '../mp4/track-file.js';
import { writeWhole } from '../mp4/write-whole.js';
import type { Segment } from './join-args.js';
import { joinedPictures, type ReadSegment } from './joined-pictures.js';

export interface JoinMovie {
  readonly encoding: EncodingPlan;
  readonly segments: readonly Segment[];
  readonly audio: string | null;
  readonly out: string;
  readonly signal?: AbortSignal | undefined;
}

/** @throws FramefarmError `ENCODER_FAILED` naming the file that is not what it should be, `DISK_FULL`, or the signal's reason. */
export async function joinMovie({ encoding, segments, audio, out, signal }: JoinMovie): Promise<void> {
  const read: ReadSegment[] = [];
  for (const segment of segments) {
    if (signal?.aborted) throw abortReason(signal);
    read.push({ ...segment, track: await readFile(segment.path, `the chunk of frame ${segment.firstFrame}`) });
  }
  const sound = audio === null ? null : await readFile(audio, 'the sound');
  await refusing(`the ${segments.length} chunks`, async () => {
    const { ftyp, moov, ...pictures } = joinedPictures(read, encoding);
    const tracks = [pictures, ...(sound === null ? [] : [soundTrack(sound, encoding)])];
    const { head, chunks } = layOutMovie(ftyp, moov, tracks);
    const sources = [
      read.flatMap(({ path, track }) => track.samples.map((place) => ({ path, place }))),
      (sound?.samples ?? []).map((place) => ({ path: audio ?? '', place })),
    ];
    const file = await open(out, 'w');
    const reader = new Sources();
    try {
      await writeWhole(file, head, 0);
      const copy = new ByteCopy(file, head.length);
      for (const { track, first, count } of chunks) {
        if (signal?.aborted) throw abortReason(signal);
        const samples = sources[track]?.slice(first, first + count) ?? [];
        for (const { path, place } of together(samples)) await copy.add(await reader.of(track, path), place);
      }
    } finally {
      await reader.close();
      await file.close();
    }
  });
}

function soundTrack(sound: TrackFile, { format }: EncodingPlan) {
  const { lengths, keys, leadTicks } = sound;
  const sizes = sound.samples.map(({ bytes }) => bytes);
  const trak = format === 'mov' ? quicktimeSound(sound.trak) : sound.trak;
  return { trak, samples: { sizes, lengths, keys, leadTicks } };
}

async function readFile(path: string, what: string): Promise<TrackFile> {
  return await refusing(what, async () => {
    const file = await open(path, 'r');
    try {
      return await readTrackFile(file);
    } finally {
      await file.close();
    }
  });
}

async function refusing<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw asFramefarmError(cause, 'assemble');
    throw new FramefarmError('ENCODER_FAILED', `${what} cannot be joined: ${cause.message}`, {
      stage: 'assemble',
      cause,
    });
  }
}

interface Placed {
  readonly path: string;
  readonly place: SamplePlace;
}

/** Samples that stand together in one file are copied together. */
function* together(samples: readonly Placed[]): Generator<Placed> {
  let run: Placed | undefined;
  for (const { path, place } of samples) {
    if (run !== undefined && run.path === path && run.place.offset + run.place.bytes === place.offset) {
      run = { path, place: { offset: run.place.offset, bytes: run.place.bytes + place.bytes } };
      continue;
    }
    if (run !== undefined) yield run;
    run = { path, place };
  }
  if (run !== undefined) yield run;
}

/** One open file for each track. */
class Sources {
  readonly #open = new Map<number, { readonly path: string; readonly file: FileHandle }>();

  async of(track: number, path: string): Promise<FileHandle> {
    const before = this.#open.get(track);
    if (before?.path === path) return before.file;
    await before?.file.close();
    this.#open.delete(track);
    const file = await open(path, 'r');
    this.#open.set(track, { path, file });
    return file;
  }

  async close(): Promise<void> {
    for (const { file } of this.#open.values()) await file.close();
  }
}
