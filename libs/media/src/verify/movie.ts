/** Reading an mp4 or mov back without FFmpeg (docs/decisions/joining-in-process.md). */
import { type FileHandle, open } from 'node:fs/promises';
import {
  type AudioStreamInfo,
  asFramefarmError,
  counted,
  type EncodingPlan,
  type Fps,
  reducedFps,
} from '@framefarm/contract';
import { encodedSize } from '../encode/codec-args.js';
import { abortReason } from '../ffmpeg/run.js';
import { viewOf } from '../mp4/boxes.js';
import { FileWindow } from '../mp4/file-window.js';
import { type MovieFile, readMovieFile, type Track } from '../mp4/movie-file.js';
import { ticksOf } from '../mp4/track-box.js';
import { checkDurations, checkKinds, invalid, type VerifiedOutput, type VerifyOptions } from './expected.js';
import { checkH264, type PictureFacts } from './h264-samples.js';
import { checkProres } from './prores-samples.js';

const KINDS: Readonly<Record<string, string>> = { vide: 'video', soun: 'audio' };
const CODECS: Readonly<Record<string, string>> = { avc1: 'h264', ap4h: 'prores', mp4a: 'aac' };

/** @throws FramefarmError `OUTPUT_INVALID`, `ALPHA_NOT_ENCODED`, or the signal's reason. */
export async function verifyMovie(options: VerifyOptions): Promise<VerifiedOutput> {
  if (options.signal?.aborted) throw abortReason(options.signal);
  const file = await open(options.path, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? invalid('a file', 'nothing') : asFramefarmError(cause, 'assemble');
  });
  try {
    return await verify(options, file);
  } catch (cause) {
    if (cause instanceof RangeError) throw invalid(`a whole ${options.encoding.format}`, cause.message);
    throw asFramefarmError(cause, 'assemble');
  } finally {
    await file.close();
  }
}

async function verify(options: VerifyOptions, file: FileHandle): Promise<VerifiedOutput> {
  const { encoding, frames } = options;
  const { size: sizeBytes } = await file.stat();
  if (sizeBytes === 0) throw invalid('a file', 'an empty file');
  const movie = await readMovieFile(file);
  checkKinds(
    movie.tracks.map(({ kind }) => KINDS[kind] ?? 'unknown'),
    options.audio,
  );
  const [video, sound] = ['vide', 'soun'].map((wanted) => movie.tracks.find(({ kind }) => kind === wanted));
  if (video === undefined) throw invalid('one video stream', 'none');
  checkCodec(video, encoding.format === 'mp4' ? 'h264' : 'prores');
  if (video.samples.length !== frames) throw invalid(counted(frames, 'frame'), `${video.samples.length}`);
  checkPlaces(movie);
  const durations = { pictures: secondsOf(video), sound: sound === undefined ? null : secondsOf(sound) };
  checkDurations(options, durations);
  const check = encoding.format === 'mp4' ? checkH264 : checkProres;
  const facts = await check(video, new FileWindow(file));
  const size = checkSize(video, facts, encoding);
  const durationSeconds = Math.max(durations.pictures, durations.sound ?? 0);
  const picture = { codec: codecOf(video), ...facts, fps: rateOf(video) };
  const media = { durationSeconds, video: picture, audio: sound === undefined ? null : audioFacts(sound) };
  return { media, frames, durationSeconds: durations.pictures, ...size, sizeBytes };
}

const codecOf = ({ entry }: Track): string => CODECS[entry.type] ?? entry.type;

function checkCodec(track: Track, codec: string): void {
  if (codecOf(track) !== codec) throw invalid(`${codec} ${KINDS[track.kind]}`, `${codecOf(track)}`);
}

/** Each sample is in the media, and there is nothing else there. */
function checkPlaces({ tracks, media }: MovieFile): void {
  const [content] = media;
  if (content === undefined || media.length !== 1) throw new RangeError(`there are ${media.length} boxes of media`);
  const end = content.offset + content.bytes;
  let bytes = 0;
  for (const { samples } of tracks) {
    for (const place of samples) {
      if (place.bytes === 0) throw new RangeError('a sample is empty');
      if (place.offset < content.offset || place.offset + place.bytes > end) {
        throw new RangeError(`a sample of ${place.bytes} bytes at ${place.offset} is not in the media`);
      }
      bytes += place.bytes;
    }
  }
  if (bytes !== content.bytes) throw new RangeError(`samples take ${bytes} of ${content.bytes} bytes of media`);
}

/** Of what is presented, in whole microseconds. */
function secondsOf({ lengths, leadTicks, clock }: Track): number {
  return Math.round(((ticksOf(lengths) - leadTicks) * 1_000_000) / clock) / 1_000_000;
}

function checkSize(
  { entry }: Track,
  facts: PictureFacts,
  encoding: EncodingPlan,
): { readonly width: number; readonly height: number } {
  const size = encodedSize(encoding);
  const told = viewOf(entry.data);
  for (const found of [{ width: told.getUint16(24), height: told.getUint16(26) }, facts]) {
    if (found.width !== size.width || found.height !== size.height) {
      throw invalid(`${size.width}x${size.height} pixels`, `${found.width}x${found.height}`);
    }
  }
  return size;
}

/** Of pictures that all last equally long. */
function rateOf({ clock, lengths }: Track): Fps | null {
  const [run] = lengths;
  if (run === undefined || lengths.length !== 1 || run.ticks === 0) return null;
  return reducedFps(clock, run.ticks);
}

/** Fields of a sound's sample entry (ISO/IEC 14496-12, 12.2.3). */
function audioFacts(sound: Track): AudioStreamInfo {
  checkCodec(sound, 'aac');
  const entry = viewOf(sound.entry.data);
  return { codec: codecOf(sound), sampleRate: entry.getUint32(24) >>> 16, channels: entry.getUint16(16) };
}
