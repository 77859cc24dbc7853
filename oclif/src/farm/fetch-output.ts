/** Brings a finished output from a farm to its place: whole and checked, or not at all (cli 1, 7). */
import { chmod, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FramefarmError, type OutputFormat } from '@framefarm/contract';
import type { FarmClient, Output } from '@framefarm/farm-client';

export interface FetchedOutput {
  /** Absolute. */
  readonly path: string;
  /** Bytes; of all files for a png-sequence. */
  readonly size: number;
  /** Hex; of all files in name order for a png-sequence. */
  readonly sha256: string;
}

/** A sequence may have any number of frames, which the farm has made itself. */
const SEQUENCE_LIMITS = {
  packedBytes: Number.MAX_SAFE_INTEGER,
  totalBytes: Number.MAX_SAFE_INTEGER,
  entryBytes: Number.MAX_SAFE_INTEGER,
  entries: Number.MAX_SAFE_INTEGER,
  unpackMs: 3_600_000,
};

/**
 * Downloads the output of a render to `target` (absolute); for a png-sequence a directory.
 * @throws FramefarmError `OUTPUT_INVALID`, `OUTPUT_NOT_WRITABLE`, `DISK_FULL`, what the farm refuses with.
 */
export async function fetchOutput(
  client: FarmClient,
  renderId: string,
  output: Output,
  target: string,
  format: OutputFormat,
  signal: AbortSignal,
): Promise<FetchedOutput> {
  const { measureOutput, openStaging } = await import('@framefarm/render');
  const isSequence = format === 'png-sequence';
  const staging = await openStaging(target, isSequence ? 'directory' : 'file').catch((error) => {
    throw keptThere(renderId, error);
  });
  try {
    if (isSequence) {
      const archive = join(dirname(staging.path), 'frames.zip');
      await client.downloadOutput(renderId, archive, output);
      const { unpackProject } = await import('@framefarm/archive');
      await rmdir(staging.path);
      await unpackProject(archive, 'application/zip', staging.path, { limits: SEQUENCE_LIMITS, signal });
      // Unpacked for its owner alone, as an upload is; an output is made like any other directory.
      await chmod(staging.path, 0o777 & ~process.umask());
    } else await client.downloadOutput(renderId, staging.path, output);
    const measured = isSequence ? await measureOutput(staging.path) : { size: output.size, sha256: output.sha256 };
    await staging.publish();
    return { path: target, ...measured };
  } catch (error) {
    throw keptThere(renderId, error);
  } finally {
    await staging.discard();
  }
}

/** An output that has no room here was rendered all the same, and need not be rendered again. */
function keptThere(renderId: string, error: unknown): unknown {
  if (!(error instanceof FramefarmError)) return error;
  const { code, message, stage, cause } = error;
  if (code !== 'OUTPUT_NOT_WRITABLE' && code !== 'DISK_FULL') return error;
  const hint = `The farm keeps it: "framefarm farm output ${renderId} --output <path>" fetches it to another place.`;
  return new FramefarmError(code, message, { hint, cause, ...(stage === undefined ? {} : { stage }) });
}
