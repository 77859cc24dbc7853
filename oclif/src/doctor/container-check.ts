/** Whether container mode would run: an engine that answers this user, and the image of this version (cli 8). */
import { containerUser, type Engine, findEngine, hasImage, RENDER_IMAGE } from '@framefarm/container';
import { asFramefarmError } from '@framefarm/contract';
import { type CheckResult, type DoctorOptions, verdict } from './check.js';

const NAME = 'Container runtime';

export async function checkContainerRuntime({ env, signal }: DoctorOptions): Promise<CheckResult> {
  const failed = (detail: string, hint: string) =>
    verdict(NAME, false, false, detail, `Needed only for --docker: ${hint}`);
  let engine: Engine;
  try {
    engine = await findEngine(env, signal);
    // Refuses what a render would be refused for.
    containerUser(engine);
  } catch (thrown) {
    signal?.throwIfAborted();
    const { code, message, hint } = asFramefarmError(thrown);
    if (code === 'CONTAINER_ENGINE_NOT_FOUND') return failed('not found', 'install Docker or Podman and start it.');
    return failed(message, hint);
  }
  const image = env.FRAMEFARM_DOCKER_IMAGE || RENDER_IMAGE;
  const has = await hasImage(engine, image, env, signal);
  const detail = `${engine.title} ${engine.version}`;
  if (has) return verdict(NAME, true, false, `${detail}, image ${image}`, '');
  return failed(
    `${detail}, but without the image ${image}`,
    'run "sh docker/build.sh render" in the source of framefarm.',
  );
}
