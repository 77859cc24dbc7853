/** Identifying a media source by its content (composition-format 9; security 5). */
import { stat } from 'node:fs/promises';
import { FramefarmError, type MediaInfo } from '@framefarm/contract';
import { childEnvironment, runProcess } from '@framefarm/process';
import type { Ffmpeg } from '../ffmpeg/find.js';
import { sourceGuards } from '../ffmpeg/input.js';
import { abortReason } from '../ffmpeg/run.js';
import { openSource } from '../ffmpeg/source-access.js';
import { type ProbeOutput, readFacts } from './facts.js';
import { whyUnread } from './why-unread.js';

export interface ProbeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default 30 s. */
  readonly deadlineMs?: number;
}

const PROBE_DEADLINE_MS = 30_000;

/**
 * Facts about a local file.
 * @throws FramefarmError `NOT_MEDIA_PAYLOAD` when the content is no supported media (whatever its name says),
 * `INVALID_VIDEO_METADATA` when its numbers cannot be used.
 */
export async function probeMedia(ffmpeg: Ffmpeg, file: string, options: ProbeOptions = {}): Promise<MediaInfo> {
  const facts = readFacts(await probeOutput(ffmpeg, file, options));
  if (facts === null) throw notMedia(file, 'it holds neither pictures nor sound');
  if ('invalid' in facts) throw new FramefarmError('INVALID_VIDEO_METADATA', `"${file}" ${facts.invalid}`);
  if (facts.durationSeconds !== null) return facts;
  return { ...facts, durationSeconds: await measuredDuration(ffmpeg, file, options) };
}

/**
 * What is asked of a file, named one by one: a file's own words, its lyrics or comments, may be longer than what is kept of an
 * answer. A tag is named as its container may write it.
 */
const ENTRIES = [
  'format=duration,format_name,start_time',
  `stream=${[
    'codec_type,codec_name,profile,field_order,start_time,width,height,pix_fmt,sample_aspect_ratio,avg_frame_rate,r_frame_rate',
    'bits_per_raw_sample,color_transfer,color_primaries,color_space,color_range,sample_rate,channels,duration,duration_ts,time_base',
  ].join()}`,
  'stream_tags=rotate,alpha_mode,ALPHA_MODE',
  'stream_disposition=attached_pic',
  'stream_side_data=rotation',
].join(':');

/** What ffprobe said of files that have not changed since: a render asks up to three times, and each start costs 65 ms of CPU. */
const known = new Map<string, ProbeOutput>();
/** Files remembered. */
const MOST_KNOWN = 64;

/** What ffprobe says of a local file. Throws `NOT_MEDIA_PAYLOAD`. */
export async function probeOutput(ffmpeg: Ffmpeg, file: string, options: ProbeOptions = {}): Promise<ProbeOutput> {
  const entry = await stat(file, { bigint: true }).catch(() => null);
  if (!entry?.isFile()) throw notMedia(file, entry === null ? 'the file does not exist' : 'it is not a file');
  if (entry.size === 0n) throw notMedia(file, 'the file is empty');
  const key = [ffmpeg.ffprobePath, file, entry.dev, entry.ino, entry.size, entry.mtimeNs, entry.ctimeNs].join('\0');
  const before = known.get(key);
  if (before !== undefined) return before;
  const text = await ffprobe(ffmpeg, file, ['-show_entries', ENTRIES, '-of', 'json'], options);
  let output: ProbeOutput;
  try {
    output = JSON.parse(text) as ProbeOutput;
  } catch (cause) {
    throw new FramefarmError('NOT_MEDIA_PAYLOAD', `"${file}" cannot be read: ffprobe's answer is no JSON`, { cause });
  }
  known.set(key, output);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  return output;
}

/** Length by reading every packet, for files whose header has none (a live recording, a raw stream). */
async function measuredDuration(ffmpeg: Ffmpeg, file: string, options: ProbeOptions): Promise<number | null> {
  const entries = ['-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0'];
  // runProcess keeps the end of a long output, which is where the last packets are.
  const lines = (await ffprobe(ffmpeg, file, entries, options)).trim().split('\n');
  const ends = lines.map((line) => {
    const [pts = Number.NaN, length = 0] = line.split(',').map(Number);
    return pts + (Number.isFinite(length) ? length : 0);
  });
  const end = Math.max(0, ...ends.filter(Number.isFinite));
  return end > 0 ? end : null;
}

/**
 * The bundled ffprobe is a static program: for the names of services in an MPEG transport stream, which nobody asks for, it loads the
 * system's tables of character sets, and crashes.
 */
const NO_CHARACTER_SETS = { GCONV_PATH: '/dev/null' };

async function ffprobe(ffmpeg: Ffmpeg, file: string, what: readonly string[], options: ProbeOptions): Promise<string> {
  options.signal?.throwIfAborted();
  const deadlineMs = options.deadlineMs ?? PROBE_DEADLINE_MS;
  const source = openSource(ffmpeg.ffprobePath, file);
  const result = await runProcess(
    ffmpeg.ffprobePath,
    ['-hide_banner', '-v', 'error', ...sourceGuards(), ...what, '-i', `file:${source.input}`],
    { deadlineMs, signal: options.signal, env: childEnvironment(NO_CHARACTER_SETS), ...source.spawn },
  ).finally(source.close);
  if (result.endedBy === 'abort') throw abortReason(options.signal);
  if (result.endedBy === 'deadline') throw notMedia(file, `ffprobe gave no answer after ${deadlineMs / 1000} s`);
  if (result.signal !== null) throw notMedia(file, `ffprobe was ended by ${result.signal} while reading it`);
  if (result.exitCode !== 0) {
    throw notMedia(file, whyUnread(source.legible(result.stderr), file) ?? `ffprobe failed (${result.exitCode})`);
  }
  return result.stdout;
}

function notMedia(file: string, reason: string): FramefarmError {
  return new FramefarmError('NOT_MEDIA_PAYLOAD', `"${file}" is no media that can be read: ${reason}`);
}
