/** The FFmpeg builds every media test runs with: the system's and the bundled one of 2018 (stack-notes 13). */
import { type Ffmpeg, findFfmpeg } from '@framefarm/media';

async function systemBuild(): Promise<Ffmpeg[]> {
  const found = await findFfmpeg({ env: { PATH: process.env.PATH } });
  // Each build encodes by itself here; a render would leave some of it to the bundled one.
  return found.origin === 'system' ? [{ ...found, staticBuild: null }] : [];
}

/**
 * A PATH without programs leaves only the bundled build. It also makes sources and reads results back for tests of both:
 * it starts at once, where a system's build loads some two hundred libraries.
 */
export const bundled = await findFfmpeg({ env: { PATH: '' } });

export const builds: readonly (readonly [name: string, ffmpeg: Ffmpeg])[] = [...(await systemBuild()), bundled].map(
  (ffmpeg) => [`${ffmpeg.origin} ${ffmpeg.version}`, ffmpeg] as const,
);

/** Cases for a build: `withOne` are those that builds do not tell apart, as what is asked of them is the same; the bundled one shows them. */
export const casesOf = <T>(ffmpeg: Ffmpeg, withEach: readonly T[], withOne: readonly T[]): readonly T[] =>
  ffmpeg === bundled ? [...withEach, ...withOne] : withEach;
