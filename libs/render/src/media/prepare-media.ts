/** Pictures of source videos and the sound mix: made once per render, before and while frames are captured. */
import { join } from 'node:path';
import {
  CODED_VIDEO_FILE,
  FORMATS,
  type MediaInfo,
  type RenderOptions,
  SAMPLE_EXTENSION,
  type VideoFrames,
} from '@framefarm/contract';
import { type ExtractedFrames, extractFrames, type Ffmpeg, mixAudio } from '@framefarm/media';
import { openUserCache } from '@framefarm/process';
import { framesPath, type Site } from '../place/site.js';
import { type MediaPlan, neededPart } from '../plan/video-span.js';
import type { Report } from '../run/report.js';
import type { MediaSources } from './media-sources.js';

/** Directory of the extraction cache, or null when it is off. */
async function framesCacheDirectory(options: RenderOptions): Promise<string | null> {
  if (options.framesCacheDir === 'off') return null;
  if (options.framesCacheDir !== null) return options.framesCacheDir;
  return join(await openUserCache(), 'frames');
}

/** Whether anything is shown does not depend on the source. */
const UNKNOWN_LENGTH: MediaInfo = { durationSeconds: null, video: null, audio: null };

export interface PrepareMediaContext {
  readonly plan: MediaPlan;
  readonly options: RenderOptions;
  readonly sources: MediaSources;
  readonly ffmpeg: Ffmpeg;
  readonly site: Site;
  readonly report: Report;
  readonly scratchDir: string;
  /** A render that fails because its page cannot decode a video begins again with pictures. */
  readonly beginsAgain: boolean;
  /** Shared with other renders of the session; null: with none. */
  readonly sharedFramesDir: string | null;
  readonly signal: AbortSignal;
}

/**
 * Extracts what the output shows of one video clip, an index into `plan.videos`; null when it shows nothing of it. The
 * answer is released when its pictures are no longer needed.
 */
export async function extractClip(context: PrepareMediaContext, index: number): Promise<ExtractedFrames | null> {
  const { plan, sources, report } = context;
  const clip = plan.videos[index];
  if (clip === undefined || neededPart(plan, index, UNKNOWN_LENGTH) === null) return null;
  const source = await sources.get(clip.source, 'video', clip.elementId);
  if (source?.info.video == null) return null;
  if (source.info.video.transfer === 'smpte2084' || source.info.video.transfer === 'arib-std-b67') {
    const code = source.info.video.bitDepth >= 10 ? 'unsupported_feature' : 'hdr_tag_ignored';
    const message =
      code === 'hdr_tag_ignored'
        ? `<video id="${clip.elementId}"> is tagged ${source.info.video.transfer} but has 8 bits per sample; it is treated as SDR`
        : `<video id="${clip.elementId}"> is HDR (${source.info.video.transfer}); HDR output is not part of this version, it is shown without tone mapping`;
    report.warn({ code, message, stage: 'extract_video' });
  }
  const part = neededPart(plan, index, source.info);
  if (part === null) return null;
  return extractFrames({
    ...part,
    ffmpeg: context.ffmpeg,
    file: source.file,
    media: source.info,
    mediaStart: clip.mediaStart,
    fps: plan.encoding.fps,
    format: plan.videoFrameFormat,
    checked: !context.beginsAgain,
    cacheDir: (await framesCacheDirectory(context.options)) ?? context.sharedFramesDir,
    scratchDir: context.scratchDir,
    signal: context.signal,
  });
}

/**
 * Extracts what each video clip shows and serves it; the answer tells the page where the pictures are. `held` gains
 * the calls that let the cache evict them, to be made when the render ends.
 */
export async function extractVideos(
  context: PrepareMediaContext,
  held: (() => Promise<void>)[],
): Promise<VideoFrames[]> {
  const prepared: VideoFrames[] = [];
  for (const [index, { elementId }] of context.plan.videos.entries()) {
    const frames = await extractClip(context, index);
    if (frames === null) continue;
    held.push(frames.release);
    servePictures(context.site, index, frames.dir);
    prepared.push(framesOf({ ...frames, video: index, elementId }));
  }
  return prepared;
}

/** Serves the pictures of a clip, an index into `plan.videos`. */
export function servePictures(site: Site, video: number, dir: string): void {
  site.origin.addDirectory(framesPath(`v${video}`), dir);
}

/** What a page is told of pictures; the same on every machine, as it stands in the page. */
export function framesOf(
  pictures: Pick<ExtractedFrames, 'count' | 'extension'> & { readonly video: number; readonly elementId: string },
): VideoFrames {
  const { video, elementId, extension, count } = pictures;
  const path = framesPath(`v${video}`);
  const coded = extension === SAMPLE_EXTENSION ? { codedVideo: `${path}${CODED_VIDEO_FILE}` } : {};
  return { elementId, urlTemplate: `${path}{n}.${extension}`, ...coded, count };
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
