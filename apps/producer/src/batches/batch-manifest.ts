/** The manifest of a batch in the shape of the command line's `manifest.json` (cli 6.1, http-api 3.6). Pure. */
import type { ManifestRow } from '@framefarm/batch';
import { ERRORS } from '@framefarm/contract';
import type { BatchRecord, BatchRowRecord, RenderRecord } from '@framefarm/farm';
import { publicText } from '../http/problems/public-text.js';
import { publicWarning } from '../renders/render-object.js';

/** A row of a local manifest with a relative name and a link; what only a local run knows is left out. */
export type FarmManifestRow = Omit<ManifestRow, 'copyOf' | 'inputDigest'> & { readonly outputUrl: string | null };

export interface FarmManifest {
  readonly version: 1;
  readonly batchId: string;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly rows: readonly FarmManifestRow[];
}

/** `renders` by id; a row whose render is gone already keeps what the batch knows of it. */
export function batchManifest(
  batch: BatchRecord,
  rows: readonly BatchRowRecord[],
  renders: ReadonlyMap<string, RenderRecord>,
): FarmManifest {
  const shown = rows.map((row) => manifestRow(row, row.renderId === null ? undefined : renders.get(row.renderId)));
  const count = (status: FarmManifestRow['status']): number => shown.filter((row) => row.status === status).length;
  const counts = { completed: count('completed'), failed: count('failed'), skipped: count('skipped') };
  return { version: 1, batchId: batch.id, total: rows.length, ...counts, rows: shown };
}

function manifestRow(row: BatchRowRecord, render: RenderRecord | undefined): FarmManifestRow {
  const status = rowStatus(row, render);
  const failure = status === 'failed' ? failureOf(row, render) : null;
  const output = status === 'completed' ? (render?.output ?? null) : null;
  const started = render?.startedAt ?? null;
  const finished = render?.finishedAt ?? null;
  const isTimed = started !== null && finished !== null;
  return {
    index: row.row,
    outputPath: row.outputName,
    status,
    durationMs: output === null ? null : Math.round(output.durationSeconds * 1000),
    renderTimeMs: isTimed ? Date.parse(finished) - Date.parse(started) : null,
    error: failure?.message ?? null,
    startedAt: started,
    completedAt: finished,
    variables: row.variables,
    errorCode: failure?.code ?? null,
    errorDetails:
      failure === null ? null : { stage: failure.stage, owner: failure.owner, retryable: failure.retryable },
    warnings: (render?.warnings ?? []).map(publicWarning),
    size: output?.size ?? null,
    sha256: output?.sha256 ?? null,
    frames: output?.frames ?? null,
    renderId: row.renderId,
    outputUrl: output === null ? null : `/renders/${row.renderId}/output`,
  };
}

/** A cancelled row that never started was skipped; one that had started has failed. */
function rowStatus(row: BatchRowRecord, render: RenderRecord | undefined): FarmManifestRow['status'] {
  if (row.status !== 'cancelled') return row.status;
  return render === undefined || render.startedAt === null ? 'skipped' : 'failed';
}

function failureOf(row: BatchRowRecord, render: RenderRecord | undefined) {
  if (render?.error != null) return { ...render.error, message: publicText(render.error.message) };
  const code = row.status === 'cancelled' ? 'RENDER_CANCELLED' : 'INTERNAL_ERROR';
  const { title, owner, retryable } = ERRORS[code];
  return { code, message: title, owner, retryable, stage: render?.stage ?? null };
}
