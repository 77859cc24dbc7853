/** Same frames where they must be the same, and how far they differ where they may. */
import type { OutputFormat } from '@framefarm/contract';
import type { Ffmpeg } from '@framefarm/media';
import type { Configuration, ConfigurationResult, FrameDifference, FrameVerdict } from '../api.js';
import { frameGroups } from '../verdict/frame-groups.js';
import { measurePsnr } from './compare-outputs.js';

export interface ComparisonInput {
  readonly ffmpeg: Ffmpeg;
  readonly format: OutputFormat;
  /** Where the output of a configuration is. */
  readonly pathOf: (configuration: Configuration) => string;
  readonly signal: AbortSignal;
}

/** Judges the frames of all results; measures differences between capture paths and encoder threads, until an abort. */
export async function compareGroups(
  results: readonly ConfigurationResult[],
  input: ComparisonInput,
): Promise<FrameVerdict> {
  const groups = frameGroups(results);
  const outliers = groups.flatMap((group) => group.outliers.map(({ configuration }) => configuration));
  const [reference, ...others] = groups.flatMap((group) => group.results.slice(0, 1));
  const differences: FrameDifference[] = [];
  for (const other of reference === undefined ? [] : others) {
    if (reference === undefined || other.frameHash === reference.frameHash) continue;
    const { ffmpeg, format, pathOf, signal } = input;
    const [path, against] = [pathOf(other.configuration), pathOf(reference.configuration)];
    differences.push({
      configuration: other.configuration,
      reference: reference.configuration,
      psnrDb: await measurePsnr(ffmpeg, format, path, against, signal).catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      }),
    });
  }
  return { same: outliers.length === 0, outliers, differences };
}
