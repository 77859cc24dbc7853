/** The container of one command: engine and image found, then started (cli 2). */
import type { RenderContainer } from '@framefarm/container';
import type { ContainerOptions, RenderOptions } from '@framefarm/contract';

export interface CommandContainer {
  readonly container: ContainerOptions;
  readonly projectDir: string;
  readonly options: RenderOptions;
  /** Directory that holds all outputs, or will; null when none is made. */
  readonly outputDir: string | null;
}

/** Loaded by those who use one only. @throws FramefarmError CONTAINER_* */
export async function openCommandContainer(
  { container, projectDir, options, outputDir }: CommandContainer,
  signal: AbortSignal,
): Promise<RenderContainer> {
  const { findEngine, openContainer, RENDER_IMAGE, requireImage } = await import('@framefarm/container');
  const { env } = process;
  const engine = await findEngine(env, signal);
  const image = container.image ?? RENDER_IMAGE;
  await requireImage(engine, image, env, signal);
  return openContainer({
    engine,
    image,
    projectDir,
    entry: options.composition,
    packageDirs: options.packageDirs,
    outputDir,
    // Without a named origin a container has no way out at all.
    network: options.allowNetwork.length > 0 && !options.offline,
    log: options.debug,
    env,
    signal,
  });
}
