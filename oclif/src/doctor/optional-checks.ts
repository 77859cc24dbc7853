/** Further checks of `doctor --all`: nothing here decides whether a render is possible (cli 8). */
import { existsSync } from 'node:fs';
import { readdir, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { sharedMemoryRoom } from '@framefarm/browser';
import { asFramefarmError, counted } from '@framefarm/contract';
import { type Ffmpeg, workingHardwareEncoders } from '@framefarm/media';
import { BUNDLED_FAMILIES, resolvePackageUrl } from '@framefarm/origin';
import { openUserCache, userCacheDirectory } from '@framefarm/process';
import { formatSize } from '../formatters/text/quantities.js';
import { BYTES_PER_MB, type CheckResult, type DoctorOptions, verdict } from './check.js';
import { farmChecks } from './farm-checks.js';

const NEEDED_MEMORY = 2048 * BYTES_PER_MB;
const NEEDED_DISK = 1024 * BYTES_PER_MB;

/** All optional checks, in the order in which they are shown. */
export async function optionalChecks(options: DoctorOptions, ffmpeg: Ffmpeg | null): Promise<CheckResult[]> {
  const checks: (CheckResult | null)[] = await Promise.all([
    checkCpu(),
    checkMemory(),
    checkDisk('Disk (temporary)', tmpdir()),
    checkDisk('Disk (output)', options.cwd),
    checkSharedMemory(),
    checkHardwareEncoders(options, ffmpeg),
    checkGpu(),
    checkFonts(),
    checkPackageMap(options),
    checkCache(options.env),
  ]);
  return [...checks.filter((check) => check !== null), ...(await farmChecks(options))];
}

function checkCpu(): CheckResult {
  const cores = availableParallelism();
  const hint = 'A render shares one core between browser and encoder; two or more are faster.';
  return verdict('CPU', cores >= 2, false, `${counted(cores, 'core')} usable`, hint);
}

function checkMemory(): CheckResult {
  const free = process.availableMemory();
  const hint = 'Use --workers 1 or --low-memory-mode, or free 2 GB.';
  return verdict('Memory', free >= NEEDED_MEMORY, false, `${formatSize(free)} free`, hint);
}

async function checkDisk(name: string, directory: string): Promise<CheckResult> {
  try {
    const { bavail, bsize } = await statfs(directory);
    const free = bavail * bsize;
    const hint = 'Free 1 GB, or choose another place with TMPDIR or --output.';
    return verdict(name, free >= NEEDED_DISK, false, `${formatSize(free)} free at ${directory}`, hint);
  } catch (error) {
    const detail = `${directory} cannot be looked at (${(error as NodeJS.ErrnoException).code})`;
    return verdict(name, false, false, detail, 'Choose another place with TMPDIR or --output.');
  }
}

function checkSharedMemory(): CheckResult | null {
  if (process.platform !== 'linux') return null;
  const { freeBytes, neededBytes, enough } = sharedMemoryRoom();
  const hint = `Browsers share memory in files of the disk, which is slower. Give the container ${formatSize(neededBytes)} by --shm-size.`;
  return verdict('/dev/shm', enough, false, freeBytes === null ? 'not there' : `${formatSize(freeBytes)} free`, hint);
}

/** Each encoder must make a few frames: being built in says nothing about the hardware. */
async function checkHardwareEncoders(options: DoctorOptions, ffmpeg: Ffmpeg | null): Promise<CheckResult> {
  const name = 'Hardware encoders';
  const hint = 'Not needed: this version encodes in software.';
  if (ffmpeg === null) return verdict(name, false, false, 'not looked for: no usable FFmpeg', hint);
  const working = await workingHardwareEncoders(ffmpeg.ffmpegPath, options.signal);
  return verdict(name, working.length > 0, false, working.length > 0 ? working.join(', ') : 'none works here', hint);
}

async function checkGpu(): Promise<CheckResult> {
  const nodes = (await readdir('/dev/dri').catch(() => [])).filter((node) => node.startsWith('renderD'));
  const devices = [...nodes, ...(existsSync('/dev/nvidia0') ? ['nvidia0'] : [])];
  const hint = 'Not needed: this version captures with software rendering.';
  return verdict('GPU', devices.length > 0, false, devices.length > 0 ? devices.join(', ') : 'none found', hint);
}

function checkFonts(): CheckResult {
  const require = createRequire(import.meta.resolve('@framefarm/origin'));
  const families = Object.entries(BUNDLED_FAMILIES);
  const missing = families
    .filter(([, id]) => {
      try {
        require.resolve(`@fontsource/${id}/package.json`);
        return false;
      } catch {
        return true;
      }
    })
    .map(([family]) => family);
  const detail =
    missing.length === 0 ? `${families.length} bundled families` : `bundled families missing: ${missing.join(', ')}`;
  return verdict('Fonts', missing.length === 0, false, detail, 'Install framefarm again, with its dependencies.');
}

/** Libraries that compositions load most; each answers a CDN URL when it is installed. */
const KNOWN_LIBRARIES = ['gsap', 'animejs', 'lottie-web', 'three'] as const;

async function checkPackageMap(options: DoctorOptions): Promise<CheckResult> {
  const map = { enabled: true, projectDir: options.cwd, dirs: [], versions: 'any', cdnjs: {} } as const;
  const found: string[] = [];
  for (const name of KNOWN_LIBRARIES) {
    const answer = await resolvePackageUrl(`https://cdn.jsdelivr.net/npm/${name}`, map);
    if (answer.kind === 'file') found.push(`${name} ${answer.version}`);
  }
  const detail = found.length > 0 ? found.join(', ') : 'no well-known library is installed';
  const hint =
    'Install the libraries your compositions load from a CDN, such as "npm install gsap", to render offline.';
  return verdict('Package map', found.length > 0, false, detail, hint);
}

async function checkCache(env: NodeJS.ProcessEnv): Promise<CheckResult> {
  const preferred = userCacheDirectory(env);
  try {
    const directory = await openUserCache(env);
    const instead = directory === preferred ? '' : `, as ${preferred} cannot be written`;
    return verdict('Cache', true, false, `${directory}${instead}`, '');
  } catch (thrown) {
    const { message, hint } = asFramefarmError(thrown);
    return verdict('Cache', false, false, message, hint);
  }
}
