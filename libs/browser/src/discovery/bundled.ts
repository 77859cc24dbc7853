/**
 * The browser that comes with the installation (npm package @sparticuz/chromium): unpacked once into the user's
 * cache, whole or not at all, whatever else runs or dies at the same time.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import { FramefarmError } from '@framefarm/contract';
import { openUserCache } from '@framefarm/process';
import type { BrowserInfo } from './browser-info.js';
import { readTar } from './tar-entries.js';
import { readVersion } from './version.js';

const require = createRequire(import.meta.url);
const inflate = promisify(brotliDecompress);

/** Half-made directories older than this belong to a process that died, ms. */
const ABANDONED_AFTER_MS = 10 * 60_000;
const MANIFEST = 'framefarm.json';
/** Name of the browser's directory in a container image (`imageDirectory`). */
export const IMAGE_BROWSER = 'browser';

interface PackedBrowser {
  readonly directory: string;
  readonly version: string;
}

/** The packed browser for this platform, or null: the package holds a build for Linux on x64 alone. */
export async function packedBrowser(): Promise<PackedBrowser | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    const root = dirname(dirname(require.resolve('@sparticuz/chromium')));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    const directory = join(root, 'bin');
    await stat(join(directory, 'chromium.br'));
    return { directory, version };
  } catch {
    return null;
  }
}

/** The browser that was unpacked into `directory`; null where none was, or not to its end. */
export async function unpackedBrowser(directory: string): Promise<BrowserInfo | null> {
  try {
    const { version } = JSON.parse(await readFile(join(directory, MANIFEST), 'utf8')) as { version: string };
    return {
      path: join(directory, 'chrome-headless-shell'),
      kind: 'headless-shell',
      origin: 'bundled',
      version,
      libraryPath: join(directory, 'lib'),
      webgl: true,
    };
  } catch {
    return null;
  }
}

async function writeArchive(file: string, directory: string): Promise<void> {
  for (const entry of readTar(await inflate(await readFile(file)))) {
    const target = join(directory, entry.path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, entry.data, { mode: entry.mode });
  }
}

/** Removes what processes that died while unpacking left behind. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith('unpacking-')) continue;
    const path = join(parent, name);
    const age = await stat(path).then(
      (info) => Date.now() - info.mtimeMs,
      () => 0,
    );
    if (age > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

/** The target stands already: another process was first, or the directory there is incomplete and must give way. */
async function takeOver(error: NodeJS.ErrnoException, work: string, target: string): Promise<void> {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  if ((await unpackedBrowser(target)) !== null) return;
  const aside = `${work}-replaced`;
  await rename(target, aside).catch(() => {});
  // Between look and rename another process may have put a whole one there: then that one goes back.
  const whole = (await unpackedBrowser(aside)) === null ? work : aside;
  await rename(whole, target).catch(async (problem) => {
    if ((await unpackedBrowser(target)) === null) throw problem;
  });
  await rm(aside, { recursive: true, force: true });
}

/**
 * The bundled browser, unpacked if need be (about 3 s, 225 MB), or null where none fits the platform. Several
 * processes may call it at once: each unpacks beside the target and the first rename wins. `given`: a cache other than the user's.
 * @throws {FramefarmError} DISK_FULL or INTERNAL_ERROR when the cache cannot be written.
 */
export async function bundledBrowser(given?: string): Promise<BrowserInfo | null> {
  const packed = await packedBrowser();
  if (packed === null) return null;
  const cacheDirectory = given ?? (await openUserCache());
  const target = join(cacheDirectory, `chromium-${packed.version}-linux-x64`);
  const existing = await unpackedBrowser(target);
  if (existing !== null) return existing;
  await mkdir(cacheDirectory, { recursive: true });
  await sweep(cacheDirectory);
  const work = await mkdtemp(join(cacheDirectory, 'unpacking-'));
  try {
    const executable = join(work, 'chrome-headless-shell');
    await pipeline(
      createReadStream(join(packed.directory, 'chromium.br')),
      createBrotliDecompress({ chunkSize: 1 << 20 }),
      createWriteStream(executable, { mode: 0o755 }),
    );
    await writeArchive(join(packed.directory, 'al2023.tar.br'), work);
    await writeArchive(join(packed.directory, 'swiftshader.tar.br'), work);
    const version = await readVersion(executable, join(work, 'lib'));
    if (version === null) {
      throw new FramefarmError(
        'BROWSER_NOT_FOUND',
        `the bundled browser does not start on this machine (${executable})`,
        {
          hint: 'Install chromium-headless-shell, Chrome or Chromium, or name one with --browser-path.',
        },
      );
    }
    // Nothing in it is secret, and root's browser runs as another user.
    await chmod(work, 0o755);
    // Written last: a directory without it was never finished.
    await writeFile(join(work, MANIFEST), JSON.stringify({ version }));
    await rename(work, target).catch((error: NodeJS.ErrnoException) => takeOver(error, work, target));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return unpackedBrowser(target);
}
