/**
 * The sound of a render (composition-format 9.2). FFmpeg decodes each track to 48 kHz stereo floats and encodes the
 * result; gains, ramps, delays and the sum are computed here. FFmpeg's own mixer cannot do it exactly on every build:
 * `amix` of 2018 always normalises, and its volume expressions step once per block. Here a sum is a sum for any number
 * of tracks, a ramp is exact at each sample, and the length is exactly N ÷ fps. Memory is one block per track.
 */
import { type AudioPlan, type AudioTrack, FramefarmError, type Warning } from '@framefarm/contract';
import { untilAborted } from '@framefarm/process';
import type { Ffmpeg } from '../ffmpeg/find.js';
import { abortReason } from '../ffmpeg/run.js';
import { probeMedia } from '../probe/probe.js';
import { channelStrip, type Strip } from './channel.js';
import { CHANNELS, SAMPLE_RATE } from './decode-args.js';
import { type AudioCodec, MixEncoder } from './mix-encoder.js';
import { Track } from './track.js';

export interface MixOptions {
  readonly ffmpeg: Ffmpeg;
  readonly plan: AudioPlan;
  /** Local file of a track's `source`. */
  readonly resolve: (source: string) => string | Promise<string>;
  /** File to make: `.m4a` for aac, `.webm` for opus, `.aac` for adts. */
  readonly out: string;
  readonly codec: AudioCodec;
  readonly signal?: AbortSignal | undefined;
  /** Share done, 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

export interface MixResult {
  /** Length of the mix in stereo samples at 48 kHz. */
  readonly samples: number;
  /** Tracks that were mixed; 0 means nothing was audible and no file was made. */
  readonly tracks: number;
  readonly warnings: readonly Warning[];
}

/** A quarter of a second: small in memory, large enough that pipes do not matter. */
const BLOCK_FRAMES = 12_000;

interface Voice {
  readonly track: Track;
  readonly strip: Strip;
  readonly group: string | null;
}

/**
 * Mixes and encodes.
 * @throws FramefarmError `AUDIO_PROCESSING_FAILED`, `NOT_MEDIA_PAYLOAD`, `ASSET_MEDIA_TYPE_MISMATCH`,
 * `AUDIO_FX_INVALID`, `DISK_FULL`, or the signal's reason.
 */
export async function mixAudio(options: MixOptions): Promise<MixResult> {
  const { plan, signal } = options;
  const samples = Math.round(plan.durationSeconds * SAMPLE_RATE);
  const audible = plan.tracks.filter(
    (track) => track.duration > 0 && track.start < plan.durationSeconds && track.start + track.duration > 0,
  );
  const groups = groupStrips(plan);
  const voices: Voice[] = [];
  for (const track of audible) voices.push(await openVoice(options, track));
  const warnings = [
    ...voices.flatMap((voice) => voice.strip.warnings),
    ...[...groups.values()].flatMap((strip) => strip.warnings),
  ];
  if (voices.length === 0) return { samples, tracks: 0, warnings };
  const encoder = new MixEncoder(options.ffmpeg, options.codec, options.out);
  const mixAll = async (): Promise<void> => {
    for (let start = 0; start < samples; start += BLOCK_FRAMES) {
      if (signal?.aborted) throw abortReason(signal);
      await encoder.write(await mixBlock(voices, groups, start, Math.min(BLOCK_FRAMES, samples - start)));
      options.onProgress?.(Math.min(1, (start + BLOCK_FRAMES) / samples));
    }
    await encoder.finish();
  };
  try {
    // A source that hangs must not hold up a cancel until its own deadline.
    await untilAborted(mixAll(), signal);
  } catch (error) {
    await encoder.abort();
    throw signal?.aborted ? abortReason(signal) : error;
  } finally {
    await Promise.all(voices.map((voice) => voice.track.close()));
  }
  return { samples, tracks: voices.length, warnings };
}

function groupStrips(plan: AudioPlan): Map<string, Strip> {
  return new Map(
    plan.groups.map((group) => [group.id, channelStrip({ ...group, owner: group.id, volumeCurve: null })]),
  );
}

async function openVoice(options: MixOptions, track: AudioTrack): Promise<Voice> {
  const file = await options.resolve(track.source);
  const { audio } = await probeMedia(options.ffmpeg, file, { signal: options.signal });
  if (audio === null) {
    throw new FramefarmError('ASSET_MEDIA_TYPE_MISMATCH', `"${track.source}" of "${track.elementId}" holds no sound`, {
      stage: 'process_audio',
    });
  }
  return {
    track: new Track(options.ffmpeg, track, file, audio),
    strip: channelStrip({ ...track, owner: track.elementId }),
    group: track.group,
  };
}

/** One block of the mix: voices into their groups, groups and the rest into the sum. */
async function mixBlock(
  voices: readonly Voice[],
  groups: ReadonlyMap<string, Strip>,
  start: number,
  frames: number,
): Promise<Float32Array> {
  const sum = new Float32Array(frames * CHANNELS);
  const buses = new Map([...groups.keys()].map((id) => [id, new Float32Array(frames * CHANNELS)]));
  const blocks = await Promise.all(voices.map((voice) => voiceBlock(voice, start, frames)));
  for (const [index, block] of blocks.entries()) {
    const group = voices[index]?.group ?? null;
    add((group === null ? undefined : buses.get(group)) ?? sum, block);
  }
  for (const [id, bus] of buses) {
    groups.get(id)?.process(bus, start / SAMPLE_RATE);
    add(sum, bus);
  }
  return sum;
}

/** What a voice adds to the block that begins at sample `start`; null when nothing. */
async function voiceBlock({ track, strip }: Voice, start: number, frames: number): Promise<Float32Array | null> {
  const from = Math.max(start, track.startFrame);
  const to = Math.min(start + frames, track.endFrame);
  // Tails of effects ring on after the slot, to the end of the render.
  const ringing = strip.hasEffects && start + frames > track.startFrame;
  if (from >= to && !ringing) {
    if (start >= track.endFrame) await track.close();
    return null;
  }
  const out = new Float32Array(frames * CHANNELS);
  if (from < to) {
    // A slot that began before the render is heard from where the render begins.
    if (start === 0 && track.startFrame < 0) await skip(track, -track.startFrame);
    out.set(await track.read(to - from), (from - start) * CHANNELS);
  }
  const heard = Math.max(from, start);
  const offset = Math.min(frames, Math.max(0, heard - start));
  strip.process(out.subarray(offset * CHANNELS), (start + offset - track.startFrame) / SAMPLE_RATE);
  return out;
}

async function skip(track: Track, frames: number): Promise<void> {
  for (let left = frames; left > 0; left -= BLOCK_FRAMES) await track.read(Math.min(left, BLOCK_FRAMES));
}

function add(sum: Float32Array, block: Float32Array | null): void {
  if (block === null) return;
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (block[at] ?? 0);
}
