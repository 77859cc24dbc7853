/** The four checks without which nothing can be rendered (cli 8). */
import { type BrowserInfo, findBrowser, probeBrowser } from '@framefarm/browser';
import { asFramefarmError } from '@framefarm/contract';
import { type Ffmpeg, findFfmpeg, slowVp9 } from '@framefarm/media';
import { runProcess } from '@framefarm/process';
import { type CheckResult, type DoctorOptions, verdict } from './check.js';

/** Lowest Node.js that works: major and minor. */
const NODE_FLOOR = [22, 17] as const;

export function checkNode(version: string = process.versions.node): CheckResult {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const ok = major > NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor >= NODE_FLOOR[1]);
  const needed = NODE_FLOOR.join('.');
  return verdict(
    'Node.js',
    ok,
    true,
    ok ? `v${version}` : `v${version}, older than ${needed}`,
    `Install Node.js ${needed} or newer.`,
  );
}

/** What a usable FFmpeg has been found to encode; `findFfmpeg` refuses a build that lacks one of these. */
const ENCODES = 'x264, VP9, ProRes, AAC, Opus';
/** Long enough for a cold disk; a version is printed in milliseconds. */
const VERSION_DEADLINE_MS = 20_000;

/** FFmpeg and FFprobe, which are found together; also the FFmpeg itself for further checks. */
export async function checkFfmpeg(
  options: DoctorOptions,
): Promise<{ readonly results: readonly [CheckResult, CheckResult]; readonly found: Ffmpeg | null }> {
  try {
    const found = await findFfmpeg({ explicitPath: options.ffmpegPath, env: options.env });
    const slow = slowVp9(found);
    const origin = found.origin === 'bundled' ? `, bundled${slow === null ? '' : `: ${slow}`}` : '';
    const beside =
      found.staticBuild === null
        ? ''
        : `; the bundled ${found.staticBuild.version} encodes H.264 (drafts excepted) and ProRes`;
    return {
      found,
      results: [
        { name: 'FFmpeg', ok: true, required: true, detail: `${found.version} (${ENCODES})${origin}${beside}` },
        { name: 'FFprobe', ok: true, required: true, detail: found.ffprobeVersion },
      ],
    };
  } catch (thrown) {
    const error = asFramefarmError(thrown);
    return {
      found: null,
      results: [
        { name: 'FFmpeg', ok: false, required: true, detail: error.message, hint: error.hint },
        await checkLoneFfprobe(options),
      ],
    };
  }
}

/** FFprobe when no FFmpeg could be had: it may be there all the same. */
async function checkLoneFfprobe(options: DoctorOptions): Promise<CheckResult> {
  const program = options.env.FRAMEFARM_FFPROBE_PATH || 'ffprobe';
  const hint = 'It comes with FFmpeg; name another one with FRAMEFARM_FFPROBE_PATH.';
  try {
    const run = await runProcess(program, ['-version'], { deadlineMs: VERSION_DEADLINE_MS, signal: options.signal });
    const version = /^ffprobe version (\S+)/.exec(run.stdout)?.[1];
    return verdict('FFprobe', version !== undefined, true, version ?? `${program} prints no version`, hint);
  } catch {
    return verdict('FFprobe', false, true, program === 'ffprobe' ? 'not found' : `${program} does not run`, hint);
  }
}

/** The browser, started once, and whether its sandbox works here. */
export async function checkBrowser(options: DoctorOptions): Promise<CheckResult> {
  let browser: BrowserInfo | null = null;
  try {
    browser = await findBrowser({ explicitPath: options.browserPath, env: options.env });
    const probe = await probeBrowser(browser, {
      scratchDir: options.scratchDir,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const kind = probe.kind === 'headless-shell' ? 'Chromium' : 'Chrome or Chromium';
    const shell = probe.kind === 'headless-shell' ? ' headless shell' : ', captured by screenshots';
    const sandbox = probe.sandbox.works ? 'sandbox works' : `sandbox off: ${probe.sandbox.reason}`;
    return {
      name: browserName(browser),
      ok: true,
      required: true,
      detail: `${kind} ${shortVersion(probe.version)}${shell} (${sandbox})`,
    };
  } catch (thrown) {
    options.signal?.throwIfAborted();
    const error = asFramefarmError(thrown);
    return { name: browserName(browser), ok: false, required: true, detail: error.message, hint: error.hint };
  }
}

const ORIGINS = { explicit: 'named', bundled: 'bundled', system: 'system' } as const;

function browserName(browser: BrowserInfo | null): string {
  return `Browser (${ORIGINS[browser?.origin ?? 'bundled']})`;
}

/** `150.0` of `HeadlessChrome/150.0.7871.100`. */
export function shortVersion(version: string): string {
  return /(\d+\.\d+)(?:\.\d+)*/.exec(version)?.[1] ?? version;
}
