/** Which rows an earlier run of a batch has already made (`--resume`). */
import { counted, type FramefarmError, type Notice } from '@framefarm/contract';
import { measureOutput } from '@framefarm/render';
import { preflightFailure } from '../preflight.js';
import type { ManifestRow } from './model.js';
import type { EarlierManifest } from './read-manifest.js';

export interface ResumeRequest {
  readonly batchPath: string;
  readonly manifestPath: string;
  readonly rows: readonly { readonly index: number; readonly outputPath: string; readonly inputDigest: string }[];
  readonly signal: AbortSignal;
}

export interface EarlierRows {
  /** Completed rows that still hold, by the index they have now. */
  readonly rows: ReadonlyMap<number, ManifestRow>;
  readonly notices: readonly Notice[];
}

/**
 * Matches rows by output and inputs, wherever they stand in the file now; an output counts only when its size and
 * SHA-256 are still those of the manifest.
 * @throws FramefarmError BATCH_PREFLIGHT_FAILED when the manifest is that of another batch and shares no output with this one.
 */
export async function findEarlierRows(earlier: EarlierManifest, request: ResumeRequest): Promise<EarlierRows> {
  const notice = (message: string): Notice => ({ code: 'resume', message });
  if (earlier.kind !== 'manifest') {
    return { rows: new Map(), notices: [notice(`there is no ${request.manifestPath} yet; every row is rendered`)] };
  }
  const { manifest } = earlier;
  const byOutput = new Map(manifest.rows.map((row) => [row.outputPath, row]));
  const sharing = request.rows.filter((row) => byOutput.has(row.outputPath)).length;
  if (sharing === 0 && manifest.batchPath !== request.batchPath) throw otherBatch(request, manifest.batchPath);

  const rows = new Map<number, ManifestRow>();
  let changedInputs = 0;
  let changedOutputs = 0;
  for (const { index, outputPath, inputDigest } of request.rows) {
    const row = byOutput.get(outputPath);
    if (row?.status !== 'completed') continue;
    request.signal.throwIfAborted();
    if (row.inputDigest !== inputDigest) changedInputs += 1;
    else if (!(await holds(row, outputPath))) changedOutputs += 1;
    else rows.set(index, { ...(row as ManifestRow), index });
  }
  const parts = [`done already: ${rows.size} of ${counted(request.rows.length, 'row')}`];
  if (changedInputs > 0) parts.push(`rendered again as inputs have changed: ${changedInputs}`);
  if (changedOutputs > 0) parts.push(`rendered again as outputs are gone or have changed: ${changedOutputs}`);
  if (sharing === 0) parts.push('no output of the manifest is one of this batch: --output or the rows have changed');
  else if (manifest.batchPath !== request.batchPath) parts.push(`the manifest is that of ${manifest.batchPath}`);
  return { rows, notices: [notice(parts.join('; '))] };
}

async function holds(row: Partial<ManifestRow>, outputPath: string): Promise<boolean> {
  const found = await measureOutput(outputPath).catch(() => null);
  return found !== null && found.size === row.size && found.sha256 === row.sha256;
}

function otherBatch({ batchPath, manifestPath }: ResumeRequest, other: string): FramefarmError {
  const message = `--resume: ${manifestPath} is the record of the batch ${other} and shares no output with this one; run without --resume to replace it, or choose another directory with --output`;
  return preflightFailure(batchPath, [{ field: '--resume', code: 'manifest_of_other_batch', message }]);
}
