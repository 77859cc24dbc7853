/** "Success" without a valid file is a failure: reading the finished file back (composition-format 12 and 14). */
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type EncodingPlan, FramefarmError, frameTime, type MediaInfo } from '@framefarm/contract';
import { encodedSize } from '../encode/codec-args.js';
import { pngSize } from '../encode/image-size.js';
import { sequenceFrameName } from '../encode/png-sequence.js';
import type { Ffmpeg } from '../ffmpeg/find.js';
import { type FfmpegTask, runFfmpeg } from '../ffmpeg/run.js';
import { type ProbeOutput, readFacts } from '../probe/facts.js';
import { probeMedia } from '../probe/probe.js';
import { SEQUENCE_AUDIO_NAME } from './assemble.js';

export interface VerifyOptions {
  readonly ffmpeg: Ffmpeg;
  readonly path: string;
  readonly encoding: EncodingPlan;
  readonly frames: number;
  /** Whether a sound stream must be there. */
  readonly audio: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface VerifiedOutput {
  /** Null for a png-sequence. */
  readonly media: MediaInfo | null;
  readonly frames: number;
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
  /** Bytes, of all files for a png-sequence. */
  readonly sizeBytes: number;
}

interface Packets {
  readonly streams?: readonly {
    readonly codec_type?: string;
    readonly codec_name?: string;
    readonly width?: number;
    readonly height?: number;
    readonly nb_read_packets?: string;
    readonly duration?: string;
    readonly start_time?: string;
    readonly tags?: Readonly<Record<string, string>>;
  }[];
  readonly format?: { readonly duration?: string };
}

const CODECS = { mp4: 'h264', mov: 'prores', webm: 'vp9', gif: 'gif', 'png-sequence': 'png' } as const;
const OUTPUT_DEMUXERS = 'mov,matroska,gif';
const VERIFY_DEADLINE_MS = 300_000;

/**
 * Checks packet count, length, streams, size and promised alpha.
 * @throws FramefarmError `OUTPUT_INVALID` or `ALPHA_NOT_ENCODED`, saying what was expected and what was found.
 */
export async function verifyOutput(options: VerifyOptions): Promise<VerifiedOutput> {
  return options.encoding.format === 'png-sequence' ? await verifySequence(options) : await verifyFile(options);
}

async function verifyFile(options: VerifyOptions): Promise<VerifiedOutput> {
  const { ffmpeg, path, encoding, frames } = options;
  const entry = await stat(path).catch(() => null);
  if (!entry?.isFile() || entry.size === 0) throw invalid('a file', entry === null ? 'nothing' : 'an empty file');
  const text = await probe(options, ['-count_packets', '-show_streams', '-show_format', '-of', 'json']);
  const found = JSON.parse(text) as Packets & ProbeOutput;
  const streams = found.streams ?? [];
  const videos = streams.filter((stream) => stream.codec_type === 'video');
  const sounds = streams.filter((stream) => stream.codec_type === 'audio');
  const kinds = streams.map((stream) => stream.codec_type ?? 'unknown').join(' + ') || 'no streams';
  const [video] = videos;
  if (video === undefined || videos.length !== 1 || sounds.length !== (options.audio ? 1 : 0)) {
    throw invalid(options.audio ? 'one video and one audio stream' : 'one video stream and no sound', kinds);
  }
  const codec = CODECS[encoding.format];
  if (video.codec_name !== codec) throw invalid(`${codec} video`, `${video.codec_name} video`);
  const size = encodedSize(encoding);
  if (video.width !== size.width || video.height !== size.height) {
    throw invalid(`${size.width}x${size.height} pixels`, `${video.width}x${video.height}`);
  }
  const packets = Number(video.nb_read_packets);
  if (packets !== frames) throw invalid(`${frames} frames`, `${packets}`);
  const durationSeconds = checkDurations(options, video, sounds[0], found.format?.duration);
  if (encoding.format !== 'mp4') await checkAlpha(options);
  const facts = readFacts(found);
  // A header without a length takes a further look, which this answer cannot give.
  const media =
    facts !== null && !('invalid' in facts) && facts.durationSeconds !== null
      ? facts
      : await probeMedia(ffmpeg, path, { signal: options.signal });
  return { media, frames, durationSeconds, ...size, sizeBytes: entry.size };
}

type Stream = NonNullable<Packets['streams']>[number];

function checkDurations(options: VerifyOptions, video: Stream, sound: Stream | undefined, whole?: string): number {
  const { encoding, frames } = options;
  const expected = frameTime(frames, encoding.fps);
  // One frame of tolerance (composition-format 9.2); containers round to ms, a GIF to 1/100 s per frame, and
  // the last delay of a GIF is not written: readers take up to 0.1 s for it.
  const slack = frameTime(1, encoding.fps) + (encoding.format === 'gif' ? 0.1 + frames * 0.0051 : 0.0015);
  const pictures = seconds(video, whole);
  if (!(Math.abs(pictures - expected) <= slack)) throw invalid(`${expected} s of picture`, `${pictures} s`);
  if (sound !== undefined) {
    const heard = seconds(sound, whole);
    // Lossy sound comes in packets of 1024 samples (AAC) or 20 ms (Opus).
    if (!(Math.abs(heard - expected) <= slack + 0.0214)) throw invalid(`${expected} s of sound`, `${heard} s`);
  }
  return pictures;
}

/** Length of a stream; Matroska keeps it in a tag, or only for the whole file. */
function seconds(stream: Stream, whole: string | undefined): number {
  if (stream.duration !== undefined) return Number(stream.duration);
  const tag = Object.entries(stream.tags ?? {}).find(([name]) => /^duration$/i.test(name))?.[1];
  const parts = tag === undefined ? null : /^(\d+):(\d+):([\d.]+)$/.exec(tag);
  if (parts === null) return Number(whole);
  return Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3]);
}

/** Decodes the first frame: only a decoded picture shows whether an alpha plane is really there (issue #2824). */
async function checkAlpha(options: VerifyOptions): Promise<void> {
  const decoder = options.encoding.format === 'webm' ? ['-c:v', 'libvpx-vp9'] : [];
  const guards = ['-protocol_whitelist', 'file', '-format_whitelist', OUTPUT_DEMUXERS];
  const input = [...guards, ...decoder, '-i', `file:${options.path}`];
  const args = ['-hide_banner', '-nostdin', ...input, '-vf', 'showinfo', '-frames:v', '1', '-an', '-f', 'null', '-'];
  const { stderr } = await runFfmpeg(options.ffmpeg.ffmpegPath, args, reading(options));
  const pixelFormat = /Parsed_showinfo.* fmt:(\w+)/.exec(stderr)?.[1] ?? '';
  if (/^(yuva|gbrap|rgba|bgra|argb|abgr)/.test(pixelFormat)) return;
  throw new FramefarmError(
    'ALPHA_NOT_ENCODED',
    `the ${options.encoding.format} file should hold an alpha plane; its first frame decodes as ${pixelFormat || 'nothing'}`,
    { stage: 'assemble' },
  );
}

async function verifySequence(options: VerifyOptions): Promise<VerifiedOutput> {
  const { path, encoding, frames } = options;
  const names = new Set(await readdir(path));
  let sizeBytes = 0;
  for (let index = 0; index < frames; index += 1) {
    const name = sequenceFrameName(encoding.firstFrame + index);
    if (!names.delete(name)) throw invalid(`${frames} frames`, `no ${name}`);
    sizeBytes += (await checkSequenceFrame(join(path, name), encoding)).size;
  }
  const hasAudio = names.delete(SEQUENCE_AUDIO_NAME);
  if (hasAudio !== options.audio) {
    throw invalid(options.audio ? SEQUENCE_AUDIO_NAME : 'no sound', hasAudio ? SEQUENCE_AUDIO_NAME : 'none');
  }
  const surplus = [...names].filter((name) => name.startsWith('frame_'));
  if (surplus.length > 0) throw invalid(`${frames} frames`, `${surplus.length} more, e.g. ${surplus[0]}`);
  if (hasAudio) sizeBytes += (await stat(join(path, SEQUENCE_AUDIO_NAME))).size;
  const { width, height } = encoding;
  return { media: null, frames, durationSeconds: frameTime(frames, encoding.fps), width, height, sizeBytes };
}

async function checkSequenceFrame(file: string, encoding: EncodingPlan): Promise<{ readonly size: number }> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(33);
    await handle.read(head, 0, head.length, 0);
    const size = pngSize(head);
    if (size?.width !== encoding.width || size.height !== encoding.height) {
      throw invalid(`${encoding.width}x${encoding.height} pixels`, size ? `${size.width}x${size.height}` : 'no PNG');
    }
    if (head[25] !== 6) {
      throw new FramefarmError('ALPHA_NOT_ENCODED', `"${file}" should be RGBA; its PNG colour type is ${head[25]}`, {
        stage: 'assemble',
      });
    }
    return { size: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}

async function probe(options: VerifyOptions, what: readonly string[]): Promise<string> {
  const guards = ['-protocol_whitelist', 'file', '-format_whitelist', OUTPUT_DEMUXERS];
  const args = ['-hide_banner', '-v', 'error', ...guards, ...what, '-i', `file:${options.path}`];
  return (await runFfmpeg(options.ffmpeg.ffprobePath, args, reading(options))).stdout;
}

function reading(options: VerifyOptions): FfmpegTask {
  return {
    code: 'OUTPUT_INVALID',
    stage: 'assemble',
    what: 'reading the finished file',
    signal: options.signal,
    deadlineMs: VERIFY_DEADLINE_MS,
  };
}

function invalid(expected: string, found: string): FramefarmError {
  return new FramefarmError('OUTPUT_INVALID', `the finished file should hold ${expected}; found ${found}`, {
    stage: 'assemble',
    details: { expected, found },
  });
}
