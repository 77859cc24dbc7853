/** What an FFmpeg build is and can do, read from its own listings. Pure text in, facts out. */

export interface FfmpegVersion {
  /** As printed after "ffmpeg version", e.g. `5.1.9-0+deb12u1` or `N-47683-g0e8eb07980-static`. */
  readonly text: string;
  /** libavcodec's version; comparable where `text` is a build number. Release 5.1 is [59, 37]. */
  readonly libavcodec: readonly [major: number, minor: number];
}

/** Reads the output of `ffmpeg -version`; null when it is not FFmpeg's. */
export function parseVersion(output: string): FfmpegVersion | null {
  const text = /^ff(?:mpeg|probe) version (\S+)/m.exec(output)?.[1];
  const codec = /^\s*libavcodec\s+(\d+)\.\s*(\d+)\./m.exec(output);
  if (text === undefined || codec === null) return null;
  return { text, libavcodec: [Number(codec[1]), Number(codec[2])] };
}

/** Names in the output of `-encoders`, `-decoders` or `-filters`: the second word of each entry. */
export function parseListing(output: string): Set<string> {
  const names = new Set<string>();
  for (const line of output.split('\n')) {
    const name = /^ [A-Z.|]{2,6} +([\w-]+) /.exec(line)?.[1];
    if (name !== undefined) names.add(name);
  }
  return names;
}

/** Encoders without which some output format cannot be made (specification, Output formats). */
const NEEDED_ENCODERS = ['libx264', 'libvpx-vp9', 'libopus', 'aac', 'prores_ks', 'png', 'gif'] as const;
const NEEDED_FILTERS = [
  'palettegen',
  'paletteuse',
  'tpad',
  'scale',
  'colorspace',
  'extractplanes',
  'mergeplanes',
  'aresample',
  'fps',
] as const;

/** What is needed and absent, in words such as `encoder libx264`; empty when complete. */
export function missingParts(encoders: ReadonlySet<string>, filters: ReadonlySet<string>): string[] {
  return [
    ...NEEDED_ENCODERS.filter((name) => !encoders.has(name)).map((name) => `encoder ${name}`),
    ...NEEDED_FILTERS.filter((name) => !filters.has(name)).map((name) => `filter ${name}`),
  ];
}

/**
 * `-vsync` under the name the build knows: the 2018 build has only `-vsync`, FFmpeg 8 only `-fps_mode`; both exist
 * from 5.1 (libavcodec 59.37) to 7.
 */
export function frameSync(version: FfmpegVersion, mode: 'cfr' | 'vfr' | 'passthrough'): string[] {
  return [version.libavcodec[0] >= 60 ? '-fps_mode' : '-vsync', mode];
}
