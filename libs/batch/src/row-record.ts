/** Between the results of renders and the rows of a manifest. Pure. */
import type { FramefarmError, Warning } from '@framefarm/contract';
import type { RenderResult } from '@framefarm/render';
import type { RowResult } from './events.js';
import type { ManifestRow } from './manifest/model.js';

/** What is kept of a render; its plan is let go, so that a thousand rows need no more memory than ten. */
export function rowResult({ output, plan, warnings, notices, substitutions, image, sandbox }: RenderResult): RowResult {
  const { num, den } = plan.encoding.fps;
  const seconds = output?.durationSeconds ?? (plan.frames * den) / num;
  return {
    output:
      output === null
        ? null
        : { path: output.path, size: output.size, sha256: output.sha256, width: output.width, height: output.height },
    frames: output?.frames ?? plan.frames,
    durationMs: Math.round(seconds * 1000),
    warnings,
    notices,
    substitutions,
    image,
    sandbox,
  };
}

/** The result of a row that an earlier run has completed, as far as its manifest tells. */
export function earlierResult(row: ManifestRow): RowResult {
  return {
    output: { path: row.outputPath, size: row.size ?? 0, sha256: row.sha256 ?? '', width: null, height: null },
    frames: row.frames ?? 0,
    durationMs: row.durationMs ?? 0,
    warnings: row.warnings ?? [],
    notices: [],
    substitutions: [],
    image: null,
    sandbox: { on: true, reason: '' },
  };
}

/** What a completed row of an earlier run says of itself; a field that its manifest lacks stays as it is. */
export function earlierFacts(row: ManifestRow): Partial<ManifestRow> {
  const { status, durationMs, renderTimeMs, startedAt, completedAt, warnings, size, sha256, frames, copyOf } = row;
  const facts = { status, durationMs, renderTimeMs, startedAt, completedAt, warnings, size, sha256, frames, copyOf };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** `renderTimeMs`: of this row alone. `copyOf`: index of the row whose output it has; null: its own. `completedAt`: ISO 8601. */
export function completedFacts(
  { output, frames, durationMs, warnings }: RowResult,
  renderTimeMs: number,
  copyOf: number | null,
  completedAt: string,
): Partial<ManifestRow> {
  return {
    status: 'completed',
    durationMs,
    renderTimeMs,
    completedAt,
    warnings,
    size: output?.size ?? null,
    sha256: output?.sha256 ?? null,
    frames,
    copyOf,
  };
}

/** `stage`: the part of the work in which it failed, null where none had begun. The times as in {@link completedFacts}. */
export function failedFacts(
  error: FramefarmError,
  stage: string | null,
  warnings: readonly Warning[],
  renderTimeMs: number,
  completedAt: string,
): Partial<ManifestRow> {
  const { owner, retryable } = error.entry;
  return {
    status: 'failed',
    renderTimeMs,
    completedAt,
    error: error.message,
    errorCode: error.code,
    errorDetails: { stage, owner, retryable },
    warnings,
  };
}
