/** What one reading of the project can be asked for while its page is open. */
import { pageReport } from '@framefarm/browser';
import {
  type CompiledComposition,
  type Fps,
  framesDuration,
  type MediaInfo,
  type PageReport,
  type RenderOptions,
} from '@framefarm/contract';
import type { Ffmpeg } from '@framefarm/media';
import type { MediaSources } from '../media/media-sources.js';
import { extractVideos, mixSound } from '../media/prepare-media.js';
import type { Site } from '../place/site.js';
import { countFrames } from '../plan/build-plan.js';
import type { MediaPlan } from '../plan/video-span.js';
import type { DiskProject } from '../project/project-reader.js';
import type { Report } from '../run/report.js';
import { reportPage } from '../stage/page-findings.js';
import type { LivePictures, LiveRevision } from './live-api.js';

export interface RevisionParts {
  readonly number: number;
  readonly options: RenderOptions;
  readonly project: DiskProject;
  readonly compiled: CompiledComposition;
  readonly fps: Fps;
  readonly site: Site;
  readonly ffmpeg: Ffmpeg;
  readonly sources: MediaSources;
  /** Of the sources that the document names. */
  readonly media: Readonly<Record<string, MediaInfo>>;
  readonly report: Report;
  /** Directory of this revision. */
  readonly scratchDir: string;
  readonly signal: AbortSignal;
  /** Calls that let the cache evict pictures; this revision adds its own. */
  readonly held: (() => Promise<void>)[];
}

export function createRevision(parts: RevisionParts): LiveRevision {
  const { compiled, fps, report, sources, site, options } = parts;

  const planOf = (page: PageReport): MediaPlan => {
    const frames = countFrames(page.durationSeconds, fps, page.durationSources);
    const durationSeconds = framesDuration(frames, fps);
    const { audio: tracks, audioGroups: groups } = page;
    const lengths = { compositionSeconds: durationSeconds, startSeconds: 0, durationSeconds };
    return {
      compositionFrames: frames,
      chunks: [{ firstFrame: 0, frames, leadIn: 0 }],
      videos: page.videos,
      videoFrameFormat: options.videoFrameFormat,
      // Opus in WebM: the one pair of codec and container that every browser of today plays.
      encoding: { fps, format: 'webm' },
      audio: tracks.length === 0 ? null : { tracks, groups, ...lengths },
    };
  };
  /** With those that the page has asked for by itself. */
  const media: Record<string, MediaInfo> = { ...parts.media };
  const work = (page: PageReport) => ({ ...parts, sharedFramesDir: null, beginsAgain: false, plan: planOf(page) });

  return {
    number: parts.number,
    compiled,
    fps,
    get warnings() {
      return report.warnings;
    },
    get notices() {
      return report.notices;
    },
    learnMedia: async (wanted) => {
      const learned: Record<string, MediaInfo> = {};
      for (const { url, kind } of wanted) {
        const source = await sources.get(url, kind, null);
        if (source !== null) learned[url] = source.info;
      }
      Object.assign(media, learned);
      return learned;
    },
    pictures: async (reported): Promise<LivePictures> => {
      const page = pageReport(reported, 'report');
      reportPage(page, { site, project: parts.project, media }, report);
      const context = work(page);
      const before = parts.held.splice(0);
      try {
        const videos = await extractVideos(context, parts.held);
        return { frames: context.plan.compositionFrames, videos };
      } finally {
        // The page that showed them is gone, or is about to be told of the failure.
        await Promise.allSettled(before.map((release) => release()));
      }
    },
    sound: async (reported) => mixSound(work(pageReport(reported, 'report'))),
  };
}
