/** Pictures of source videos and the sound mix: made once per render, before and while frames are captured. */
import { join } from 'node:path';
import {
  type ChunkPlan,
  type EncodingPlan,
  FORMATS,
  type Fps,
  frameTime,
  type RenderOptions,
  type RenderPlan,
  type VideoFrames,
} from '@framefarm/contract';
import { extractFrames, type Ffmpeg, mixAudio } from '@framefarm/media';
import { userCacheDirectory } from '@framefarm/process';
import type { MediaSources } from '../site/media-sources.js';
import { framesPath, type Site } from '../site/site.js';
import type { Report } from './report.js';

/** Directory of the extraction cache, or null when it is off. */
export function framesCacheDirectory(options: RenderOptions): string | null {
  if (options.framesCacheDir === 'off') return null;
  if (options.framesCacheDir !== null) return options.framesCacheDir;
  return join(userCacheDirectory(), 'frames');
}

/** What of a plan decides its pictures of videos and its sound. */
export type MediaPlan = Pick<RenderPlan, 'compositionFrames' | 'videos' | 'videoFrameFormat' | 'audio'> & {
  readonly encoding: Pick<EncodingPlan, 'fps' | 'format'>;
  readonly chunks: readonly Pick<ChunkPlan, 'firstFrame' | 'frames' | 'leadIn'>[];
};

export interface PrepareMediaContext {
  readonly plan: MediaPlan;
  readonly options: RenderOptions;
  readonly sources: MediaSources;
  readonly ffmpeg: Ffmpeg;
  readonly site: Site;
  readonly report: Report;
  readonly scratchDir: string;
  /** Shared with other renders of the session; null: with none. */
  readonly sharedFramesDir: string | null;
  readonly signal: AbortSignal;
}

/**
 * The part of the composition that the lanes show, seconds. Pictures count from the start of their clip, so a part needs
 * those before it too; one frame more at its end keeps what rounding takes from the last.
 */
function shownSpan({ chunks, encoding: { fps }, compositionFrames }: MediaPlan): { begin: number; end: number } {
  const first = Math.min(...chunks.map((chunk) => chunk.firstFrame - chunk.leadIn));
  const end = Math.max(...chunks.map((chunk) => chunk.firstFrame + chunk.frames));
  return { begin: frameTime(first, fps), end: frameTime(Math.min(compositionFrames, end + 1), fps) };
}

/**
 * Extracts what each video clip shows and serves it; the answer tells the page where the pictures are. `held` gains
 * the calls that let the cache evict them, to be made when the render ends.
 */
export async function extractVideos(
  context: PrepareMediaContext,
  held: (() => Promise<void>)[],
): Promise<VideoFrames[]> {
  const { plan, site, sources, report } = context;
  const fps: Fps = plan.encoding.fps;
  const { begin, end } = shownSpan(plan);
  const prepared: VideoFrames[] = [];
  for (const [index, clip] of plan.videos.entries()) {
    const shown = Math.min(clip.end, end) - Math.max(begin, clip.start);
    if (!(shown > 0)) continue;
    const source = await sources.get(clip.source, 'video', clip.elementId);
    if (source?.info.video == null) continue;
    if (source.info.video.transfer === 'smpte2084' || source.info.video.transfer === 'arib-std-b67') {
      const code = source.info.video.bitDepth >= 10 ? 'unsupported_feature' : 'hdr_tag_ignored';
      const message =
        code === 'hdr_tag_ignored'
          ? `<video id="${clip.elementId}"> is tagged ${source.info.video.transfer} but has 8 bits per sample; it is treated as SDR`
          : `<video id="${clip.elementId}"> is HDR (${source.info.video.transfer}); HDR output is not part of this version, it is shown without tone mapping`;
      report.warn({ code, message, stage: 'extract_video' });
    }
    // A looping clip shows its source from the start offset to the end, again and again.
    const needed = clip.loop
      ? (source.info.durationSeconds ?? shown * clip.rate) - clip.mediaStart
      : (Math.min(clip.end, end) - clip.start) * clip.rate;
    const frames = await extractFrames({
      ffmpeg: context.ffmpeg,
      file: source.file,
      media: source.info,
      mediaStart: clip.mediaStart,
      seconds: Math.max(needed, 1e-6),
      fps,
      format: plan.videoFrameFormat,
      cacheDir: framesCacheDirectory(context.options) ?? context.sharedFramesDir,
      scratchDir: context.scratchDir,
      signal: context.signal,
    });
    held.push(frames.release);
    const path = framesPath(`v${index}`);
    site.origin.addDirectory(path, frames.dir);
    prepared.push({ elementId: clip.elementId, urlTemplate: `${path}{n}.${frames.extension}`, count: frames.count });
  }
  return prepared;
}

/** Mixes the sound; null when the plan has none, or when no track's source could be had. */
export async function mixSound(context: PrepareMediaContext): Promise<string | null> {
  const { plan, sources, report } = context;
  if (plan.audio === null) return null;
  const files = new Map<string, string>();
  const tracks = [];
  for (const track of plan.audio.tracks) {
    // The sound of a video element may be missing without fault; an audio element is there for its sound.
    const ofVideo = plan.videos.some((video) => video.elementId === track.elementId);
    const source = await sources.get(track.source, ofVideo ? 'video' : 'audio', track.elementId);
    if (source?.info.audio == null) continue;
    files.set(track.source, source.file);
    tracks.push(track);
  }
  if (tracks.length === 0) return null;
  const kind = FORMATS[plan.encoding.format].audio;
  const out = join(context.scratchDir, kind === 'opus' ? 'sound.webm' : kind === 'sidecar' ? 'sound.aac' : 'sound.m4a');
  const mix = await mixAudio({
    ffmpeg: context.ffmpeg,
    plan: { ...plan.audio, tracks },
    resolve: (source) => files.get(source) ?? '',
    codec: kind === 'opus' ? 'opus' : kind === 'sidecar' ? 'adts' : 'aac',
    out,
    signal: context.signal,
  });
  report.warnAll(mix.warnings);
  return mix.tracks === 0 ? null : out;
}
