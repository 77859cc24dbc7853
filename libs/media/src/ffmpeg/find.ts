/** Finding FFmpeg: a named one, the system's, then the bundled build (specification, Modes; stack-notes 13). */
import { accessSync, chmodSync, constants, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { runProcess } from '@framefarm/process';
import { buildKey, keepFacts, readFacts } from './known-builds.js';
import { type FfmpegVersion, missingParts, parseListing, parseVersion } from './version.js';

/** Two programs of one version. */
export interface FfmpegBuild {
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  /** As FFmpeg prints it. */
  readonly version: string;
  readonly versionNumber: FfmpegVersion;
}

export interface Ffmpeg extends FfmpegBuild {
  readonly origin: 'explicit' | 'system' | 'bundled';
  /**
   * A build beside this one that starts at once, for pictures and files that framefarm made itself (`encoderBuild`, `readingBuild`);
   * null: this one does everything.
   */
  readonly staticBuild: FfmpegBuild | null;
  /** Versions of both, part of a plan's environment: where they are the same, the same is made of the same pictures. */
  readonly builds: string;
  readonly ffprobeVersion: string;
  readonly features: {
    /** VP8/VP9 decoders that also return the alpha plane; FFmpeg's own decoders drop it. */
    readonly vp8AlphaDecoder: boolean;
    readonly vp9AlphaDecoder: boolean;
  };
  /** Why earlier candidates were not taken, in words; empty when the first one was. */
  readonly passedOver: readonly string[];
}

export interface FindFfmpegOptions {
  /** Default: `env.FRAMEFARM_FFMPEG_PATH`. */
  readonly explicitPath?: string | null | undefined;
  /** Default: `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** Where facts about builds are remembered; default: each build is asked anew. */
  readonly cacheDir?: string | undefined;
}

/** Listing a build's parts takes some 50 ms; anything near this is a hung or foreign program. */
const LOOK_DEADLINE_MS = 20_000;

/**
 * The FFmpeg to use, with every needed part checked.
 * @throws FramefarmError `ENCODER_NOT_FOUND` naming what was tried, what is missing and what to do. A path that was
 * named explicitly is used or fails; it is never replaced silently.
 */
export async function findFfmpeg(options: FindFfmpegOptions = {}): Promise<Ffmpeg> {
  const env = options.env ?? process.env;
  const explicit = options.explicitPath ?? emptyToNull(env.FRAMEFARM_FFMPEG_PATH);
  const namedProbe = emptyToNull(env.FRAMEFARM_FFPROBE_PATH);
  if (explicit !== null) {
    const inspected = await known(explicit, probeCandidates(explicit, namedProbe, env), 'explicit', options.cacheDir);
    if (typeof inspected !== 'string') return { ...withStatic(inspected, null), passedOver: [] };
    // Commands and workers read the variable before they ask here.
    const source = explicit === env.FRAMEFARM_FFMPEG_PATH ? 'FRAMEFARM_FFMPEG_PATH' : '--ffmpeg-path';
    throw new FramefarmError('ENCODER_NOT_FOUND', `${source} names "${explicit}", which cannot be used: ${inspected}`, {
      hint: 'Name a complete FFmpeg build with --ffmpeg-path or FRAMEFARM_FFMPEG_PATH (and its ffprobe with FRAMEFARM_FFPROBE_PATH), or unset it.',
    });
  }
  const passedOver: string[] = [];
  const system = onPath('ffmpeg', env);
  const bundled = bundledPath('@ffmpeg-installer/ffmpeg');
  for (const [origin, path] of [
    ['system', system],
    ['bundled', bundled],
  ] as const) {
    if (path === null) {
      passedOver.push(origin === 'system' ? 'no ffmpeg on PATH' : 'no bundled FFmpeg for this platform');
      continue;
    }
    const inspected = await known(path, probeCandidates(path, namedProbe, env), origin, options.cacheDir);
    if (typeof inspected !== 'string') {
      const beside = origin === 'system' ? await knownStatic(bundled, options.cacheDir) : null;
      return { ...withStatic(inspected, beside), passedOver };
    }
    passedOver.push(`${path}: ${inspected}`);
  }
  throw new FramefarmError('ENCODER_NOT_FOUND', `no usable FFmpeg: ${passedOver.join('; ')}`, {
    hint: 'Install ffmpeg (Debian and Ubuntu: apt-get install ffmpeg; macOS: brew install ffmpeg), or name a complete build with FRAMEFARM_FFMPEG_PATH.',
  });
}

/** Where an ffprobe is looked for: the one that the environment names, which no other replaces, or what there is. */
interface Probes {
  readonly named: string | null;
  readonly paths: readonly string[];
}

type Inspected = Omit<Ffmpeg, 'staticBuild' | 'builds' | 'passedOver'>;

function withStatic(inspected: Inspected, staticBuild: FfmpegBuild | null): Omit<Ffmpeg, 'passedOver'> {
  const { version } = inspected;
  return { ...inspected, staticBuild, builds: staticBuild === null ? version : `${version}, ${staticBuild.version}` };
}

/**
 * The bundled build beside the system's. It was measured where npm has it for Linux on x64; elsewhere it may be
 * slower, or made for another processor.
 */
async function knownStatic(bundled: string | null, cacheDir: string | undefined): Promise<FfmpegBuild | null> {
  if (bundled === null || process.platform !== 'linux' || process.arch !== 'x64') return null;
  const inspected = await known(bundled, probeCandidates(bundled, null, {}), 'bundled', cacheDir);
  if (typeof inspected === 'string') return null;
  const { ffmpegPath, ffprobePath, version, versionNumber } = inspected;
  return { ffmpegPath, ffprobePath, version, versionNumber };
}

/** As {@link inspect}, from memory where the programs are still the same. */
async function known(
  ffmpegPath: string,
  probes: Probes,
  origin: Ffmpeg['origin'],
  cacheDir: string | undefined,
): Promise<Inspected | string> {
  const programs = [ffmpegPath, ...probes.paths];
  const key = cacheDir === undefined ? null : await buildKey(programs);
  if (cacheDir === undefined || key === null) return inspect(ffmpegPath, probes, origin);
  const facts = await readFacts(cacheDir, key);
  if (facts !== null) return { ffmpegPath, origin, version: facts.versionNumber.text, ...facts };
  const inspected = await inspect(ffmpegPath, probes, origin);
  if (typeof inspected === 'string') return inspected;
  const { ffprobePath, versionNumber, ffprobeVersion, features } = inspected;
  await keepFacts(cacheDir, key, programs, { ffprobePath, versionNumber, ffprobeVersion, features });
  return inspected;
}

async function inspect(
  ffmpegPath: string,
  { named, paths }: Probes,
  origin: Ffmpeg['origin'],
): Promise<Inspected | string> {
  const [banner, encoders, decoders, filters] = await Promise.all([
    look(ffmpegPath, ['-version']),
    look(ffmpegPath, ['-hide_banner', '-encoders']),
    look(ffmpegPath, ['-hide_banner', '-decoders']),
    look(ffmpegPath, ['-hide_banner', '-filters']),
  ]);
  const version = parseVersion(banner.text);
  if (version === null)
    return `it does not run or is not FFmpeg${banner.failure === null ? '' : ` (${banner.failure})`}`;
  // A list that could not be had says nothing of the build, and would be remembered of it.
  for (const [name, { failure }] of Object.entries({ encoders, decoders, filters })) {
    if (failure !== null) return `its ${name} could not be listed (${failure})`;
  }
  const missing = missingParts(parseListing(encoders.text), parseListing(filters.text));
  if (missing.length > 0) return `it was built without ${missing.join(', ')}`;
  const decoderNames = parseListing(decoders.text);
  for (const ffprobePath of paths) {
    const probeVersion = parseVersion((await look(ffprobePath, ['-version'])).text);
    if (probeVersion === null) continue;
    return {
      ffmpegPath,
      ffprobePath,
      origin,
      version: version.text,
      versionNumber: version,
      ffprobeVersion: probeVersion.text,
      features: {
        vp8AlphaDecoder: decoderNames.has('libvpx'),
        vp9AlphaDecoder: decoderNames.has('libvpx-vp9'),
      },
    };
  }
  if (named !== null) {
    return `FRAMEFARM_FFPROBE_PATH names "${named}", which is no ffprobe that runs; correct it or unset it`;
  }
  const bundled = installedPath('@ffprobe-installer/ffprobe');
  const isClosed = bundled !== null && existsSync(bundled) && !isExecutable(bundled);
  const closed = isClosed ? ` (this user may not run ${bundled}; whoever installed it opens it with chmod a+rx)` : '';
  return `no ffprobe that runs was found beside it, on PATH or bundled${closed}`;
}

interface Look {
  /** Empty after a failure. */
  readonly text: string;
  readonly failure: string | null;
}

/** Output of a short run. */
async function look(file: string, args: readonly string[]): Promise<Look> {
  const failed = (failure: string): Look => ({ text: '', failure });
  try {
    const { exitCode, signal, stdout, endedBy } = await runProcess(file, args, { deadlineMs: LOOK_DEADLINE_MS });
    if (exitCode === 0) return { text: stdout, failure: null };
    if (endedBy === 'deadline') return failed(`no answer within ${LOOK_DEADLINE_MS / 1000} s`);
    return failed(exitCode === null ? `ended by ${signal ?? 'a signal'}` : `exit status ${exitCode}`);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

function probeCandidates(ffmpegPath: string, named: string | null, env: NodeJS.ProcessEnv): Probes {
  if (named !== null) return { named, paths: [named] };
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const beside = join(dirname(ffmpegPath), `ffprobe${suffix}`);
  const paths = [beside, onPath('ffprobe', env), bundledPath('@ffprobe-installer/ffprobe')].filter(
    (path): path is string => path !== null && isExecutable(path),
  );
  return { named, paths };
}

function onPath(program: string, env: NodeJS.ProcessEnv): string | null {
  const names = process.platform === 'win32' ? [`${program}.exe`] : [program];
  for (const directory of (env.PATH ?? '').split(delimiter)) {
    if (directory === '') continue;
    for (const name of names) {
      const path = join(directory, name);
      if (isExecutable(path)) return path;
    }
  }
  return null;
}

function bundledPath(packageName: string): string | null {
  const path = installedPath(packageName);
  return path !== null && madeExecutable(path) ? path : null;
}

function installedPath(packageName: string): string | null {
  try {
    const found = createRequire(import.meta.url)(packageName) as { readonly path?: unknown };
    return typeof found.path === 'string' ? found.path : null;
  } catch {
    // The installer packages throw on platforms they have no build for.
    return null;
  }
}

/**
 * A program from npm may be no executable file yet, as its install script makes it one and npm may run none, or one for its owner
 * alone, as that of ffprobe does: other users had no bundled FFmpeg then, and decoders of root read as root. Whoever may read it may
 * run it.
 */
function madeExecutable(path: string): boolean {
  try {
    const mode = statSync(path).mode & 0o7777;
    const open = mode | ((mode & 0o444) >> 2);
    if (open !== mode) chmodSync(path, open);
  } catch {
    // Absent, or installed by another user.
  }
  return isExecutable(path);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function emptyToNull(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value;
}
