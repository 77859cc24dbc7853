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
import { channelStrip } from './channel.js';
import { SAMPLE_RATE } from './decode-args.js';
import { type AudioCodec, MixEncoder } from './mix-encoder.js';
import { BLOCK_FRAMES, GroupStream, type SoundStream, summed, VoiceStream } from './stream.js';
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

/**
 * Mixes and encodes.
 * @throws FramefarmError `AUDIO_PROCESSING_FAILED`, `NOT_MEDIA_PAYLOAD`, `ASSET_MEDIA_TYPE_MISMATCH`,
 * `AUDIO_FX_INVALID`, `DISK_FULL`, or the signal's reason.
 */
export async function mixAudio(options: MixOptions): Promise<MixResult> {
  const { plan, signal } = options;
  const end = plan.startSeconds + plan.durationSeconds;
  const first = Math.round(plan.startSeconds * SAMPLE_RATE);
  const samples = Math.round(end * SAMPLE_RATE) - first;
  const audible = plan.tracks.filter(
    (track) => track.duration > 0 && track.start < plan.compositionSeconds && track.start + track.duration > 0,
  );
  const { streams, warnings, close } = await openStreams(options, audible);
  if (audible.length === 0) return { samples, tracks: 0, warnings };
  const encoder = new MixEncoder(options.ffmpeg, options.codec, options.out);
  const mixAll = async (): Promise<void> => {
    // A part of a composition is cut out of the whole mix: ramps, echoes and compressors are where they were there.
    for (let left = first; left > 0; left -= BLOCK_FRAMES) {
      if (signal?.aborted) throw abortReason(signal);
      await summed(streams, Math.min(BLOCK_FRAMES, left));
    }
    for (let start = 0; start < samples; start += BLOCK_FRAMES) {
      if (signal?.aborted) throw abortReason(signal);
      await encoder.write(await summed(streams, Math.min(BLOCK_FRAMES, samples - start)));
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
    await close();
  }
  return { samples, tracks: audible.length, warnings };
}

interface Streams {
  /** Groups, and the voices outside of them. */
  readonly streams: readonly SoundStream[];
  readonly warnings: readonly Warning[];
  close(): Promise<void>;
}

async function openStreams(options: MixOptions, tracks: readonly AudioTrack[]): Promise<Streams> {
  const { plan } = options;
  const probe = probeOnce(options);
  const voices: { readonly group: string | null; readonly stream: VoiceStream }[] = [];
  const warnings: Warning[] = [];
  const strips = new Map(
    plan.groups.map((group) => [group.id, channelStrip({ ...group, owner: group.id, volumeCurve: null })]),
  );
  for (const track of tracks) {
    const file = await options.resolve(track.source);
    const { audio, video, durationSeconds } = await probe(file);
    if (audio === null) {
      throw new FramefarmError(
        'ASSET_MEDIA_TYPE_MISMATCH',
        `"${track.source}" of "${track.elementId}" holds no sound`,
        { stage: 'process_audio' },
      );
    }
    const strip = channelStrip({ ...track, owner: track.elementId });
    warnings.push(...strip.warnings);
    const group = strips.get(track.group ?? '');
    // What ended before the part that is mixed is only heard through an effect that rings on.
    const isOver = track.start + track.duration <= plan.startSeconds;
    if (isOver && !strip.hasEffects && group?.hasEffects !== true) continue;
    const seconds = (durationSeconds ?? 0) - track.mediaStart;
    const pass = seconds > 0 ? { seconds, exact: video !== null } : null;
    const stream = new VoiceStream(new Track(options.ffmpeg, track, file, audio, pass), strip);
    voices.push({ group: group === undefined ? null : track.group, stream });
  }
  const members = (id: string | null) => voices.filter((voice) => voice.group === id).map((voice) => voice.stream);
  const groups = [...strips].map(([id, strip]) => {
    warnings.push(...strip.warnings);
    return new GroupStream(members(id), strip);
  });
  return {
    streams: [...members(null), ...groups],
    warnings,
    close: async () => {
      await Promise.all(voices.map((voice) => voice.stream.close()));
    },
  };
}

/** Tracks that share a file share what is known about it. */
function probeOnce({ ffmpeg, signal }: MixOptions): (file: string) => ReturnType<typeof probeMedia> {
  const known = new Map<string, ReturnType<typeof probeMedia>>();
  return (file) => {
    const found = known.get(file) ?? probeMedia(ffmpeg, file, { signal });
    known.set(file, found);
    return found;
  };
}
