/** What a lane process may know of the worker's environment: a short list, no credentials (security 2.5). */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { childEnvironment } from '@framefarm/process';

/** Variables beside the usual ones of a child. */
const ALSO = [
  'FRAMEFARM_BROWSER_PATH',
  'HYPERFRAMES_BROWSER_PATH',
  'PRODUCER_HEADLESS_SHELL_PATH',
  'FRAMEFARM_FFMPEG_PATH',
  'FRAMEFARM_FFPROBE_PATH',
  'FRAMEFARM_IMAGE_DIR',
  'FRAMEFARM_PACKAGE_DIRS',
  'FRAMEFARM_CHUNK_FRAMES',
  'FRAMEFARM_FRAME_DEADLINE_MS',
  'FRAMEFARM_LAUNCH_DEADLINE_MS',
];

/**
 * `scratchDir` becomes the lane's temporary directory, so that it leaves nothing elsewhere. `compiled`: where this process keeps
 * compiled code, in a directory that is named after its Node; a lane that loads its own from there starts with a quarter less work.
 */
export function laneEnvironment(
  scratchDir: string,
  env: NodeJS.ProcessEnv = process.env,
  compiled: string | null = getCompileCacheDir() ?? null,
): NodeJS.ProcessEnv {
  const extra: NodeJS.ProcessEnv = { TMPDIR: scratchDir, TMP: scratchDir, TEMP: scratchDir };
  if (compiled !== null) extra.NODE_COMPILE_CACHE = dirname(compiled);
  for (const name of ALSO) if (env[name] !== undefined) extra[name] = env[name];
  return childEnvironment(extra);
}
