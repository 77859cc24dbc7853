/** The image that renders: its name, and whether the engine has it. */
import { FRAMEFARM_VERSION } from '@framefarm/render';
import { askEngine, type Engine } from './engine.js';
import { missingImage } from './engine-failure.js';

/** The render image of this version (docker/build.sh). */
export const RENDER_IMAGE = `framefarm/render:${FRAMEFARM_VERSION}`;

/** True when the engine has the image; nothing is pulled. */
export async function hasImage(
  engine: Engine,
  image: string,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<boolean> {
  const { exitCode } = await askEngine(engine.program, ['image', 'inspect', '--format', '{{.Id}}', image], env, signal);
  return exitCode === 0;
}

/** @throws FramefarmError CONTAINER_IMAGE_NOT_FOUND with how to get it. */
export async function requireImage(
  engine: Engine,
  image: string,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<void> {
  if (await hasImage(engine, image, env, signal)) return;
  signal?.throwIfAborted();
  throw missingImage(image);
}
