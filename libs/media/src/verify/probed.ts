/** Reading a WebM or GIF back with ffprobe, and its alpha by decoding. */
import { stat } from 'node:fs/promises';
import { counted } from '@framefarm/contract';
import { encodedSize } from '../encode/codec-args.js';
import { readingBuild } from '../ffmpeg/reading-build.js';
import { type FfmpegTask, runFfmpeg } from '../ffmpeg/run.js';
import { type ProbeOutput, readFacts } from '../probe/facts.js';
import { probeMedia } from '../probe/probe.js';
import { clockSeconds } from '../webm/clock-text.js';
import {
  checkDurations,
  checkKinds,
  invalid,
  type VerifiedOutput,
  type VerifyOptions,
  withoutAlpha,
} from './expected.js';

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

const CODECS: Readonly<Record<string, string>> = { webm: 'vp9', gif: 'gif' };
const OUTPUT_DEMUXERS = 'matroska,gif';
const VERIFY_DEADLINE_MS = 300_000;

export async function verifyProbed(options: VerifyOptions): Promise<VerifiedOutput> {
  const entry = await stat(options.path).catch(() => null);
  if (!entry?.isFile() || entry.size === 0) throw invalid('a file', entry === null ? 'nothing' : 'an empty file');
  // Beside the look at the packets: both are mostly the start of a program.
  const alpha = checkAlpha(options);
  alpha.catch(() => {});
  try {
    const verified = await verifyStreams(options, entry.size);
    await alpha;
    return verified;
  } finally {
    await alpha.catch(() => {});
  }
}

async function verifyStreams(options: VerifyOptions, sizeBytes: number): Promise<VerifiedOutput> {
  const { ffmpeg, path, encoding, frames } = options;
  const text = await probe(options, ['-count_packets', '-show_streams', '-show_format', '-of', 'json']);
  const found = JSON.parse(text) as Packets & ProbeOutput;
  const streams = found.streams ?? [];
  const videos = streams.filter((stream) => stream.codec_type === 'video');
  const sounds = streams.filter((stream) => stream.codec_type === 'audio');
  checkKinds(
    streams.map((stream) => stream.codec_type ?? 'unknown'),
    options.audio,
  );
  const [video] = videos;
  if (video === undefined) throw invalid('one video stream', 'none');
  const codec = CODECS[encoding.format];
  if (video.codec_name !== codec) throw invalid(`${codec} video`, `${video.codec_name} video`);
  const size = encodedSize(encoding);
  if (video.width !== size.width || video.height !== size.height) {
    throw invalid(`${size.width}x${size.height} pixels`, `${video.width}x${video.height}`);
  }
  const packets = Number(video.nb_read_packets);
  if (packets !== frames) throw invalid(counted(frames, 'frame'), `${packets}`);
  const [sound] = sounds;
  const whole = found.format?.duration;
  const durationSeconds = seconds(video, whole);
  checkDurations(options, {
    pictures: durationSeconds,
    sound: sound === undefined ? null : seconds(sound, whole),
  });
  const facts = readFacts(found);
  // A header without a length takes a further look, which this answer cannot give.
  const media =
    facts !== null && !('invalid' in facts) && facts.durationSeconds !== null
      ? facts
      : await probeMedia(ffmpeg, path, { signal: options.signal });
  return { media, frames, durationSeconds, ...size, sizeBytes };
}

type Stream = NonNullable<Packets['streams']>[number];

/** Length of a stream; Matroska keeps it in a tag, or only for the whole file. */
function seconds(stream: Stream, whole: string | undefined): number {
  if (stream.duration !== undefined) return Number(stream.duration);
  const tag = Object.entries(stream.tags ?? {}).find(([name]) => /^duration$/i.test(name))?.[1];
  return (tag === undefined ? null : clockSeconds(tag)) ?? Number(whole);
}

/** Decodes the first frame: only a decoded picture shows whether an alpha plane is really there (issue #2824). */
async function checkAlpha(options: VerifyOptions): Promise<void> {
  const decoder = options.encoding.format === 'webm' ? ['-c:v', 'libvpx-vp9'] : [];
  const guards = ['-protocol_whitelist', 'file', '-format_whitelist', OUTPUT_DEMUXERS];
  const input = [...guards, ...decoder, '-i', `file:${options.path}`];
  const args = ['-hide_banner', '-nostdin', ...input, '-vf', 'showinfo', '-frames:v', '1', '-an', '-f', 'null', '-'];
  const { stderr } = await runFfmpeg(readingBuild(options.ffmpeg).ffmpegPath, args, reading(options));
  const pixelFormat = /Parsed_showinfo.* fmt:(\w+)/.exec(stderr)?.[1] ?? '';
  if (/^(yuva|gbrap|rgba|bgra|argb|abgr)/.test(pixelFormat)) return;
  throw withoutAlpha(options.encoding.format, `its first frame decodes as ${pixelFormat || 'nothing'}`);
}

async function probe(options: VerifyOptions, what: readonly string[]): Promise<string> {
  const guards = ['-protocol_whitelist', 'file', '-format_whitelist', OUTPUT_DEMUXERS];
  const args = ['-hide_banner', '-v', 'error', ...guards, ...what, '-i', `file:${options.path}`];
  return (await runFfmpeg(readingBuild(options.ffmpeg).ffprobePath, args, reading(options))).stdout;
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
