/** Tells a batch that is rendered on a farm by the events of `render --batch` (cli 6, 7); nothing is fetched. */
import type { BatchListener, Manifest, RowResult } from '@framefarm/batch';
import { asFramefarmError, ERRORS, type ErrorCode, type FramefarmError, type Warning } from '@framefarm/contract';
import type { BatchManifest, FarmClient, StreamEvent } from '@framefarm/farm-client';
import { resultOf } from './follow-batch.js';
import { createTranslator, type Followed, failureOf } from './follow-render.js';
import { followWatched } from './idle-farm.js';
import type { FarmListener } from './news.js';

type KnownRow = BatchManifest['rows'][number];

/** Paths of outputs are their names on the farm, and that of the manifest is its address there. @throws FramefarmError */
export async function watchRows(
  client: FarmClient,
  id: string,
  onEvent: BatchListener,
  tell: FarmListener,
): Promise<void> {
  const [{ rows, total }, { concurrency }] = await Promise.all([client.manifest(id), client.batch(id)]);
  const manifestPath = `${client.url}/batches/${id}/manifest`;
  onEvent({ kind: 'batch-start', total, concurrency, manifestPath });
  const told = createRowTeller((index) => rows[index]?.outputPath ?? '', onEvent);
  const translators = new Map<number, (event: StreamEvent) => Followed | null>();
  for await (const event of followWatched(client, id, tell)) {
    const { row: index, renderId, reason } = event.data;
    if (typeof index !== 'number') continue;
    const at = Date.parse(event.data.at);
    if (event.type === 'state' && reason === 'admitted') told.started(index, at);
    const translate =
      translators.get(index) ??
      // The place of each row in the line is no news: rows wait for each other by nature.
      createTranslator(renderId, {
        onEvent: (shown) => onEvent({ kind: 'row-render', index, event: shown }),
        tell: () => {},
      });
    translators.set(index, translate);
    try {
      const followed = translate(event);
      if (followed !== null)
        told.completed(index, resultOf({ ...followed.output, path: rows[index]?.outputPath ?? '' }, followed), at);
    } catch (thrown) {
      const error = asFramefarmError(thrown);
      // One that never began is skipped (http-api 3.6); so it stands in the manifest below.
      if (error.code !== 'RENDER_CANCELLED' || told.hasBegun(index)) told.failed(index, error, at);
    }
  }
  const manifest = await client.manifest(id);
  // Rows that no render was made for, and ends that were trimmed from a long stream before they were read.
  for (const row of manifest.rows) told.recorded(row);
  onEvent({ kind: 'batch-complete', manifest: { ...manifest, manifestPath } as unknown as Manifest });
}

interface RowTeller {
  hasBegun(index: number): boolean;
  started(index: number, at: number): void;
  completed(index: number, result: RowResult, at: number): void;
  failed(index: number, error: FramefarmError, at: number): void;
  recorded(row: KnownRow): void;
}

/** Tells start and end of each row once. Times are epoch ms. */
function createRowTeller(pathOf: (index: number) => string, onEvent: BatchListener): RowTeller {
  const begun = new Map<number, number>();
  const ended = new Set<number>();
  const started = (index: number, at: number): void => {
    if (begun.has(index)) return;
    begun.set(index, at);
    onEvent({ kind: 'row-start', index, outputPath: pathOf(index) });
  };
  const ends = (index: number): boolean => !ended.has(index) && ended.add(index).has(index);
  const completed = (index: number, result: RowResult, at: number): void => {
    if (!ends(index)) return;
    started(index, at);
    const renderTimeMs = at - (begun.get(index) ?? at);
    const outputPath = pathOf(index);
    onEvent({ kind: 'row-complete', index, outputPath, renderTimeMs, result, copyOf: null, resumed: false });
  };
  const failed = (index: number, error: FramefarmError, at: number): void => {
    if (!ends(index)) return;
    started(index, at);
    onEvent({ kind: 'row-error', index, outputPath: pathOf(index), error, stage: error.stage ?? null });
  };
  return {
    hasBegun: (index) => begun.has(index),
    started,
    completed,
    failed,
    recorded: (row) => {
      const { index, outputPath, status } = row;
      if (status === 'skipped' && ends(index)) onEvent({ kind: 'row-skipped', index, outputPath });
      if (status === 'skipped' || ended.has(index)) return;
      started(index, Date.parse(row.startedAt ?? ''));
      const at = Date.parse(row.completedAt ?? '');
      if (status === 'completed') completed(index, recordedResult(row), at);
      if (status === 'failed') failed(index, recordedFailure(row), at);
    },
  };
}

function recordedResult({ outputPath, size, sha256, frames, durationMs, warnings }: KnownRow): RowResult {
  return {
    output: { path: outputPath, size: size ?? 0, sha256: sha256 ?? '', width: null, height: null },
    frames: frames ?? 0,
    durationMs: durationMs ?? 0,
    warnings: warnings as readonly Warning[],
    notices: [],
    substitutions: [],
    sandbox: { on: true, reason: '' },
  };
}

function recordedFailure({ errorCode, error, errorDetails }: KnownRow): FramefarmError {
  const { stage, owner, retryable } = errorDetails ?? { stage: null, owner: 'system', retryable: true };
  const code = (errorCode ?? 'INTERNAL_ERROR') as ErrorCode;
  return failureOf({ code, message: error ?? '', hint: ERRORS[code]?.hint ?? '', stage, owner, retryable });
}
