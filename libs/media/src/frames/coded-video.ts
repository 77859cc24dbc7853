/** Whether a page can decode a source by itself, and which of its samples the output shows. Pure. */
import type { CodedVideo, Fps, VideoStreamInfo } from '@framefarm/contract';
import { type Box, boxAt } from '../mp4/boxes.js';
import type { ShownTrack } from '../mp4/shown-track.js';
import { type ProbeOutput, pictureStream } from '../probe/facts.js';
import { TIME_TOLERANCE_SECONDS } from './extract-args.js';
import { sourceColour } from './source-colour.js';

/** Largest picture in pixels: decoded ones wait in the page's memory. */
const MOST_PIXELS = 2_500_000;
/** Most samples from one that decoding may begin with to the next: a page that is asked for a frame decodes all before it. */
const MOST_TO_KEY = 300;
/** Largest sample, bytes. */
const MOST_SAMPLE_BYTES = 8 * 1024 * 1024;
/** Least side, pixels: pictures are converted in blocks of this width. */
const LEAST_SIDE = 16;

const PROFILES = ['Constrained Baseline', 'Baseline', 'Main', 'High'];
/** Tags that leave colours alone on their way to the page's. */
const PLAIN = [undefined, 'unknown', 'bt709'];

/**
 * True where browsers decode to the same planes as FFmpeg, and our conversion gives a browser's colours: H.264 of 8 bits in
 * 4:2:0, BT.709 in limited range, pictures as they are stored, from time 0.
 */
export function decodesInPage(found: ProbeOutput, video: VideoStreamInfo): boolean {
  const stream = pictureStream(found);
  if (stream === undefined || stream.codec_name !== 'h264') return false;
  const { width = 0, height = 0 } = stream;
  const colour = sourceColour(stream);
  const even = width % 2 === 0 && height % 2 === 0 && width >= LEAST_SIDE && height >= LEAST_SIDE;
  return (
    stream.pix_fmt === 'yuv420p' &&
    PROFILES.includes(stream.profile ?? '') &&
    [undefined, 'unknown', 'progressive'].includes(stream.field_order) &&
    colour.matrix === 'bt709' &&
    colour.range === 'limited' &&
    PLAIN.includes(stream.color_primaries) &&
    PLAIN.includes(stream.color_transfer) &&
    even &&
    width * height <= MOST_PIXELS &&
    video.width === width &&
    video.height === height &&
    (stream.side_data_list ?? []).every(({ rotation }) => rotation === undefined || Number(rotation) === 0) &&
    /^mov/.test(found.format?.format_name ?? '') &&
    Number(found.format?.start_time) === 0 &&
    Number(stream.start_time) === 0
  );
}

/** What of a clip is needed, as `extractArgs` counts it. */
export interface ShownPart {
  readonly mediaStart: number;
  readonly fps: Fps;
  /** Numbers of the first and of the last frame that is needed, from 1. */
  readonly first: number;
  readonly last: number;
}

/** The samples to copy, and the description of these. */
export interface ChosenSamples {
  /** Index of the first in the track, and how many follow each other from there. */
  readonly from: number;
  readonly count: number;
  readonly video: CodedVideo;
}

/**
 * The samples that a part needs: from one that decoding may begin with to the last one that is shown.
 * @throws {RangeError} when the track is of another kind, or decoding would have to begin too far away.
 */
export function chooseSamples(track: ShownTrack, size: Size, part: ShownPart): ChosenSamples {
  const { entry, samples, keys, times } = track;
  if (entry.type !== 'avc1') throw new RangeError(`samples of kind ${entry.type}`);
  if ((entry.children ?? []).some(({ type }) => type === 'clap')) throw new RangeError('the pictures are cut');
  const order = times.map((_, index) => index).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
  const ranks: number[] = [];
  for (const [rank, index] of order.entries()) ranks[index] = rank;
  const shown = shownRanks(
    order.map((index) => times[index] ?? 0),
    part,
    track.end,
  );
  const needed = shown.slice(Math.min(part.first, shown.length) - 1);
  const least = needed[0] ?? 0;
  const most = needed.at(-1) ?? 0;
  const from = keys.findLast((key) => (ranks[key] ?? 0) <= least);
  if (from === undefined) throw new RangeError('decoding cannot begin before the first picture');
  const end = 1 + order.slice(least, most + 1).reduce((last, index) => Math.max(last, index), from);
  const inside = keys.filter((key) => key >= from && key < end);
  if (inside.some((key, at) => (inside[at + 1] ?? end) - key > MOST_TO_KEY)) {
    throw new RangeError('samples that decoding may begin with are too far from each other');
  }
  if (samples.slice(from, end).some(({ bytes }) => bytes === 0 || bytes > MOST_SAMPLE_BYTES)) {
    throw new RangeError('a sample is empty or too large');
  }
  return {
    from,
    count: end - from,
    video: {
      ...decoderFor(entry),
      ...size,
      ranks: ranks.slice(from, end),
      keys: inside.map((key) => key - from),
      // What lies before the part is never shown.
      shown: shown.map((rank) => Math.max(least, rank)),
    },
  };
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Rank of the picture of each frame: the last that has begun, as FFmpeg's `fps` filter rounds up; the first one where none
 * has, and after the end the last one of all. `times` ascend.
 */
function shownRanks(times: readonly number[], { mediaStart, fps, last }: ShownPart, end: number): number[] {
  const rate = fps.num / fps.den;
  const frameOf = (time: number): number => Math.ceil((time - mediaStart - TIME_TOLERANCE_SECONDS) * rate - 1e-9);
  const frames = Math.max(1, Math.min(last, frameOf(end)));
  const shown: number[] = [];
  let rank = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    while (rank + 1 < times.length && frameOf(times[rank + 1] ?? 0) <= frame) rank += 1;
    shown.push(rank);
  }
  // A clip that goes on after its source holds the last picture of all, be it of no frame.
  if (last > frames && (shown.at(-1) ?? 0) < times.length - 1) shown.push(times.length - 1);
  return shown;
}

function decoderFor(entry: Box): Pick<CodedVideo, 'codec' | 'description'> {
  const { data } = boxAt(entry.children ?? [], ['avcC']);
  const [version, profile = 0, compatible = 0, level = 0] = data;
  if (version !== 1 || data.length > 65_536) throw new RangeError('an avcC of another version');
  const hex = [profile, compatible, level].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { codec: `avc1.${hex}`, description: Buffer.from(data).toString('base64') };
}
