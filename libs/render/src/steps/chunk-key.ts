/** Names of intermediate results by what decides them, so that a farm keeps and shares them (farm-practice 4.7). Pure. */
import { createHash } from 'node:crypto';
import type { MediaInfo } from '@framefarm/contract';
import { picturesDigest } from '@framefarm/media';
import { projectPath } from '../plan/digest.js';
import { canonicalJson } from '../plan/plan-id.js';
import { neededPart } from '../plan/video-span.js';
import type { PreparedStep } from './prepared-step.js';
import { shownVideos } from './videos-of-chunks.js';

/** Raised when capture or encoding change without a change of framefarm's version. */
const CHUNK_RECIPE = 26;

/**
 * Key of the pictures of a clip, an index into `plan.videos`: bytes of its source, what is extracted of it and FFmpeg. Null
 * when the source lies elsewhere or shows nothing.
 */
export function picturesKey({ plan, media, files }: PreparedStep, video: number): string | null {
  const clip = plan.videos[video];
  const info = media[clip?.source ?? ''];
  if (clip === undefined || info === undefined) return null;
  const path = projectPath(clip.source);
  const source = files.find((file) => file.path === path)?.sha256 ?? null;
  const part = neededPart(plan, video, info);
  if (source === null || part === null) return null;
  const { environment, encoding, videoFrameFormat: format } = plan;
  return picturesDigest({
    source,
    version: environment.ffmpeg,
    mediaStart: clip.mediaStart,
    ...part,
    fps: encoding.fps,
    format,
  });
}

/**
 * Key of a chunk, an index into `plan.chunks`: the hash of all that decides its frames and bytes. Two chunks of the same key
 * are the same file, also of different renders of one owner.
 *
 * It counts the compiled document with its variables; every file that the document names or that the planning page asked
 * for, also by script; facts about media; capture, encoding, frames and versions. It does not count sound: neither tracks
 * nor the bytes of audio files, of which a page sees the length alone. A source video counts by its bytes where the chunk
 * shows it, elsewhere by its facts: the page shows extracted pictures of it within its window, never the file.
 *
 * Null when something cannot be known: remote answers, fonts of the machine, a page that did not settle. What a page asks
 * for only while later frames are captured stands in no key; `CapturedChunk.reusable` is false from there on, so that such
 * chunks are never kept, and for a key under which nothing is kept nothing is found.
 */
export function chunkKey(prepared: PreparedStep, index: number): string | null {
  const { plan, platform, document, files, media } = prepared;
  const chunk = plan.chunks[index];
  if (chunk === undefined || prepared.unknownInputs.length > 0) return null;
  const pictures = picturesOf(prepared, shownVideos(plan, chunk));
  if (pictures === null) return null;
  const { reason: _, ...capture } = plan.capture;
  const { firstFrame, frames, leadIn } = chunk;
  const facts = {
    recipe: CHUNK_RECIPE,
    platform,
    environment: plan.environment,
    document,
    files: files.filter(({ kind }) => kind === 'page').map(({ path, sha256 }) => [path, sha256]),
    media: Object.entries(media).map(([url, info]) => [url, seenOf(info)]),
    videos: plan.videos,
    pictures,
    compositionFrames: plan.compositionFrames,
    viewport: plan.viewport,
    capture,
    encoding: plan.encoding,
    chunk: { firstFrame, frames, leadIn },
  };
  return createHash('sha256').update(canonicalJson(facts)).digest('hex');
}

/** Keys of the pictures of clips; null when those of one that is shown cannot be known. */
function picturesOf(prepared: PreparedStep, videos: readonly number[]): readonly (readonly [number, string])[] | null {
  const known: (readonly [number, string])[] = [];
  for (const video of videos) {
    const info = prepared.media[prepared.plan.videos[video]?.source ?? ''];
    if (info !== undefined && neededPart(prepared.plan, video, info) === null) continue;
    const key = picturesKey(prepared, video);
    if (key === null) return null;
    known.push([video, key]);
  }
  return known;
}

/** What a page can see of a media file. */
function seenOf({ durationSeconds, video }: MediaInfo): unknown {
  return { durationSeconds, video };
}
