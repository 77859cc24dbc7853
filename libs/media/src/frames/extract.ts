/** Pictures of a video, one per output frame, for the page to place (composition-format 9.1). */
import { createHash, randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Fps,
  FramefarmError,
  type MediaInfo,
  SAMPLE_EXTENSION,
  type VideoFrameFormat,
  type VideoStreamInfo,
} from '@framefarm/contract';
import { fileDigest, makeDirectory, untilAborted } from '@framefarm/process';
import type { Ffmpeg } from '../ffmpeg/find.js';
import { runFfmpeg } from '../ffmpeg/run.js';
import { lendDirectory, openSource, takeBack } from '../ffmpeg/source-access.js';
import { pictureStream } from '../probe/facts.js';
import { probeMedia, probeOutput } from '../probe/probe.js';
import { decodesCleanly } from './check-decoding.js';
import { throwOfCache } from './closed-cache.js';
import { decodesInPage } from './coded-video.js';
import { copySamples } from './copy-samples.js';
import { type ExtractArgs, extractArgs, type FrameImage, frameImage } from './extract-args.js';
import { draftEntry, evict, openEntry, publishEntry } from './frame-cache.js';
import { EXTRACTION_RECIPE } from './pictures-key.js';
import { type ColourTags, sourceColour } from './source-colour.js';

export interface ExtractOptions {
  readonly ffmpeg: Ffmpeg;
  readonly file: string;
  /** Facts from `probeMedia`; probed when absent. */
  readonly media?: MediaInfo;
  /** Source time of picture 1, seconds, ≥ 0. */
  readonly mediaStart: number;
  /** Number of the first picture that is needed, from 1, which is the default. */
  readonly first?: number;
  /** Length of source from `mediaStart` to the end of what is needed, seconds; null for all of it. */
  readonly seconds: number | null;
  readonly fps: Fps;
  readonly format: VideoFrameFormat;
  /** A source whose samples are copied has the part that is needed decoded once before: who asks cannot ask again for its pictures. Default false. */
  readonly checked?: boolean;
  /** Shared cache directory, or null to extract into `scratchDir`. */
  readonly cacheDir: string | null;
  /** Directory of this render. */
  readonly scratchDir: string;
  /** SHA-256 of the file, hex; computed when absent. Only used with a cache. */
  readonly sourceDigest?: string;
  readonly signal?: AbortSignal | undefined;
}

export type PicturesExtension = FrameImage | typeof SAMPLE_EXTENSION;

export interface ExtractedFrames {
  /**
   * Holds pictures up to `count`, from the first that is needed or an earlier one on: `000001.<extension>` is picture 1. Of a
   * source that the page decodes it holds the samples and their description instead (`CodedVideo`).
   */
  readonly dir: string;
  /** Number of the last picture that exists; the page holds it. */
  readonly count: number;
  /** Of all files. */
  readonly bytes: number;
  readonly extension: PicturesExtension;
  readonly cached: boolean;
  /** Call when the render ends: lets the cache evict the pictures. */
  release(): Promise<void>;
}

/**
 * Extracts at the output's frame rate: picture `k + 1` shows the source at `mediaStart + k ÷ fps`. A source that ends before what
 * is needed gives all of its pictures, the last of which is held.
 * @throws FramefarmError `VIDEO_SOURCE_UNRENDERABLE` when the file is missing or gives no picture,
 * `NOT_MEDIA_PAYLOAD`, `VIDEO_EXTRACTION_FAILED` when FFmpeg was killed or passed its deadline, `DISK_FULL`.
 */
export async function extractFrames(options: ExtractOptions): Promise<ExtractedFrames> {
  const { ffmpeg, file, cacheDir } = options;
  if (!(await stat(file).catch(() => null))?.isFile()) throw unrenderable(file, 'the file does not exist');
  const media = options.media ?? (await probeMedia(ffmpeg, file, { signal: options.signal }));
  if (media.video === null) throw unrenderable(file, 'it holds no picture stream');
  const recipe = await recipeFor(options, media.video);
  const copied = options.format === 'decoded' ? await copiedSamples(options, recipe) : null;
  if (copied !== null) return copied;
  if (cacheDir === null) {
    const dir = join(options.scratchDir, `video-${randomUUID()}`);
    await mkdir(dir, { recursive: true });
    const { count, bytes } = await fill(options, { ...recipe, dir });
    return {
      dir,
      count,
      bytes,
      extension: recipe.image,
      cached: false,
      release: () => rm(dir, { recursive: true, force: true }),
    };
  }
  await makeDirectory(cacheDir).catch((error) => throwOfCache(cacheDir, error));
  const key = await cacheKey(options, recipe);
  const { entry, cached } = await inTurn(join(cacheDir, key), options.signal, async () => {
    // Pictures from the clip's start hold those of any later part.
    const whole =
      recipe.first === 1 ? null : await openEntry(cacheDir, await cacheKey(options, { ...recipe, first: 1 }));
    const known = whole ?? (await openEntry(cacheDir, key));
    if (known !== null) return { entry: known, cached: true };
    await fillEntry(options, recipe, cacheDir, key);
    return { entry: await openEntry(cacheDir, key), cached: false };
  });
  if (entry === null) {
    throw new FramefarmError(
      'VIDEO_EXTRACTION_FAILED',
      `the pictures of "${file}" vanished from the cache ${cacheDir}`,
      {
        stage: 'extract_video',
      },
    );
  }
  if (!cached) await evict(cacheDir);
  return { ...entry, extension: recipe.image, cached };
}

/** The samples of a source that the page decodes; null when it is another one. They cost nothing to make, and are not cached. */
async function copiedSamples(options: ExtractOptions, recipe: Recipe): Promise<ExtractedFrames | null> {
  const { ffmpeg, file, scratchDir, checked = false, signal } = options;
  const { video, mediaStart, fps, first } = recipe;
  const last = recipe.held && recipe.last !== null ? recipe.last + 1 : recipe.last;
  if (last === null || !decodesInPage(await probeOutput(ffmpeg, file, { signal }), video)) return null;
  const begin = mediaStart + ((first - 1) * fps.den) / fps.num;
  const part = { begin, seconds: ((last - first + 1) * fps.den) / fps.num };
  if (checked && !(await decodesCleanly(ffmpeg, file, part, signal))) return null;
  const dir = join(scratchDir, `video-${randomUUID()}`);
  await mkdir(dir, { recursive: true });
  const release = (): Promise<void> => rm(dir, { recursive: true, force: true });
  const { width, height } = video;
  const copied = await copySamples(file, { width, height }, { mediaStart, fps, first, last }, dir, signal);
  if (copied !== null) return { ...copied, dir, extension: SAMPLE_EXTENSION, cached: false, release };
  await release();
  return null;
}

/** Entries this process is looking for or filling: renders side by side often show the same video. */
const busy = new Map<string, Promise<unknown>>();

/** Runs `work` once nobody else of this process works on the entry; what the others failed with is theirs. */
async function inTurn<T>(entry: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  for (let other = busy.get(entry); other !== undefined; other = busy.get(entry)) {
    await untilAborted(
      other.catch(() => {}),
      signal,
    );
  }
  const mine = work();
  busy.set(entry, mine);
  try {
    return await mine;
  } finally {
    busy.delete(entry);
  }
}

async function fillEntry(options: ExtractOptions, recipe: Recipe, cacheDir: string, key: string): Promise<void> {
  const draft = await draftEntry(cacheDir).catch((error) => throwOfCache(cacheDir, error));
  try {
    await publishEntry(cacheDir, key, draft, await fill(options, { ...recipe, dir: draft }));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

type Recipe = Omit<ExtractArgs, 'dir'>;

async function recipeFor(options: ExtractOptions, video: VideoStreamInfo): Promise<Recipe> {
  const { ffmpeg, file, mediaStart, first = 1, fps, seconds } = options;
  const found = await probeOutput(ffmpeg, file, { signal: options.signal });
  const tags: ColourTags = pictureStream(found) ?? {};
  // The fps filter of 2018 does not see where a shifted source ends and repeats its last picture; a count stops it.
  const left = Number(found.format?.duration) - mediaStart;
  const wanted = Math.min(seconds ?? Number.POSITIVE_INFINITY, left > 0 ? left : Number.POSITIVE_INFINITY);
  const last = Number.isFinite(wanted) ? pictures(wanted, fps) : null;
  return {
    file,
    video,
    colour: sourceColour(tags),
    image: frameImage(options.format === 'decoded' ? 'auto' : options.format, video),
    mediaStart,
    fps,
    first: Math.min(first, last ?? first),
    last,
    held: last !== null && seconds !== null && pictures(seconds, fps) > last,
    seekable: /^(mov|matroska)/.test(found.format?.format_name ?? ''),
    decoder: alphaDecoder(ffmpeg, video),
  };
}

/** How many of them stand in so many seconds. */
const pictures = (seconds: number, fps: Fps): number => Math.max(1, Math.ceil((seconds * fps.num) / fps.den - 1e-3));

/** FFmpeg's own VP8 and VP9 decoders drop the alpha plane. */
function alphaDecoder(ffmpeg: Ffmpeg, video: VideoStreamInfo): string | null {
  if (!video.alpha || (video.codec !== 'vp8' && video.codec !== 'vp9')) return null;
  const [name, present] =
    video.codec === 'vp8'
      ? (['libvpx', ffmpeg.features.vp8AlphaDecoder] as const)
      : (['libvpx-vp9', ffmpeg.features.vp9AlphaDecoder] as const);
  if (present) return name;
  throw new FramefarmError(
    'ENCODER_NOT_FOUND',
    `FFmpeg ${ffmpeg.version} lacks the decoder ${name} that transparent video needs`,
    {
      stage: 'extract_video',
    },
  );
}

interface Filled {
  /** Number of the last picture. */
  readonly count: number;
  readonly bytes: number;
}

async function fill(options: ExtractOptions, args: ExtractArgs): Promise<Filled> {
  const names = await write(options, args);
  // Containers may tell of a longer end than that of their pictures; the last one is held, so it has to be found.
  if (names.length === 0 && args.first > 1) return fill(options, { ...args, first: 1 });
  if (names.length === 0) return fillWithLast(options, args);
  return { count: args.first - 1 + names.length, bytes: await sizeOf(options, args.dir, names) };
}

/** So far before where a clip begins its source's last picture is looked for, one after the other, seconds. */
const LOOKS_BACK = [1, 30, Number.POSITIVE_INFINITY] as const;

/** A clip that begins where its source has no picture any more holds the last one, as a player does that is sent there. */
async function fillWithLast(options: ExtractOptions, args: ExtractArgs): Promise<Filled> {
  const end = Math.min(args.mediaStart, options.media?.durationSeconds ?? args.mediaStart);
  for (const back of LOOKS_BACK) {
    const mediaStart = Math.max(0, end - back);
    const last = pictures(end - mediaStart, args.fps);
    const names = await write(options, { ...args, mediaStart, first: 1, last, held: true });
    const found = names.at(-1);
    if (found === undefined && mediaStart > 0) continue;
    if (found === undefined) break;
    const name = `000001.${args.image}`;
    await rename(join(args.dir, found), join(args.dir, name));
    await Promise.all(names.slice(1, -1).map((other) => rm(join(args.dir, other))));
    return { count: 1, bytes: await sizeOf(options, args.dir, [name]) };
  }
  throw unrenderable(options.file, 'it gives no picture');
}

/** Names of the pictures that were written, in their order. */
async function write(options: ExtractOptions, args: ExtractArgs): Promise<string[]> {
  const { ffmpeg, file } = options;
  const deadlineMs = 120_000 + 1_000 * (args.last ?? 3_600);
  const source = openSource(ffmpeg.ffmpegPath, file);
  await lendDirectory(source, args.dir);
  const run = { ...failing(options), deadlineMs, source, cwd: args.dir };
  const reading = extractArgs(ffmpeg.versionNumber, { ...args, file: source.input, dir: '.' });
  const reached = runFfmpeg(ffmpeg.ffmpegPath, reading, run).finally(source.close);
  await reached.catch((error: FramefarmError) => {
    // Ended by itself with an error: the source is at fault. Killed or too slow: worth another try.
    if (error.code === 'VIDEO_EXTRACTION_FAILED' && typeof error.details.exitCode === 'number') {
      throw unrenderable(file, error.message, error);
    }
    throw error;
  });
  const names = (await readdir(args.dir)).filter((name) => name.endsWith(`.${args.image}`)).sort();
  await takeBack(source, args.dir, names);
  return names;
}

async function sizeOf({ file }: ExtractOptions, dir: string, names: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const name of names) {
    // A decoder that was taken over could leave a link for us to follow.
    const entry = await lstat(join(dir, name));
    if (!entry.isFile()) throw unrenderable(file, `FFmpeg left ${name}, which is no file`);
    bytes += entry.size;
  }
  return bytes;
}

async function cacheKey(options: ExtractOptions, recipe: Recipe): Promise<string> {
  const digest = options.sourceDigest ?? (await fileDigest(options.file));
  const { file: _, ...parameters } = recipe;
  const facts = JSON.stringify([EXTRACTION_RECIPE, digest, options.ffmpeg.version, parameters]);
  return createHash('sha256').update(facts).digest('hex');
}

function failing(options: ExtractOptions) {
  return {
    code: 'VIDEO_EXTRACTION_FAILED',
    stage: 'extract_video',
    what: `extracting pictures of "${options.file}"`,
    signal: options.signal,
  } as const;
}

function unrenderable(file: string, reason: string, cause?: unknown): FramefarmError {
  return new FramefarmError('VIDEO_SOURCE_UNRENDERABLE', `"${file}" cannot be rendered: ${reason}`, {
    stage: 'extract_video',
    cause,
  });
}
