/** Follows a batch on a farm: its events become the manifest and the outputs of a local one (cli 7, http-api 3.6). */
import type { RemoteBatch, RowResult } from '@framefarm/batch';
import { asFramefarmError, type OutputFormat } from '@framefarm/contract';
import type { FarmClient, RenderPage, StreamEvent } from '@framefarm/farm-client';
import { type FetchedOutput, fetchOutput } from './fetch-output.js';
import { createTranslator, type Followed, failureOf, outcomeOf } from './follow-render.js';
import { followWatched } from './idle-farm.js';
import type { FarmListener } from './news.js';

export interface BatchToFollow {
  readonly client: FarmClient;
  readonly id: string;
  readonly record: RemoteBatch;
  readonly format: OutputFormat;
  readonly tell: FarmListener;
  readonly signal: AbortSignal;
}

/** Resolves when every row has ended and every output has arrived or could not. @throws FramefarmError */
export async function followBatch(batch: BatchToFollow): Promise<void> {
  const { client, id, record, tell, signal } = batch;
  const rows = new Map<number, (event: StreamEvent) => Followed | null>();
  // One download after the other: several would share the same way.
  let fetching = Promise.resolve();
  for await (const event of followWatched(client, id, tell)) {
    const index: unknown = event.data.row;
    if (typeof index !== 'number') continue;
    const { renderId } = event.data;
    const at = Date.parse(event.data.at);
    if (event.type === 'state' && event.data.reason === 'admitted') record.started(index, renderId, at);
    const translate = rows.get(index) ?? rowTranslator(record, index, renderId);
    rows.set(index, translate);
    try {
      const followed = translate(event);
      if (followed === null) continue;
      record.started(index, renderId, at);
      fetching = fetching.then(() => fetchRow(batch, { index, renderId, at }, followed));
    } catch (error) {
      const failure = asFramefarmError(error);
      // One that never began is skipped when the batch ends (http-api 3.6).
      if (failure.code !== 'RENDER_CANCELLED') record.started(index, renderId, at);
      if (failure.code !== 'RENDER_CANCELLED' || record.hasBegun(index)) record.failed(index, failure, at);
    }
  }
  await fetching;
  await fetchMissed(batch);
  signal.throwIfAborted();
}

/** Rows whose end was trimmed from a long stream before it was read. */
async function fetchMissed(batch: BatchToFollow): Promise<void> {
  const { client, id, record } = batch;
  let cursor: string | null = null;
  do {
    const page: RenderPage = await client.renders({ batch: id, limit: 100, ...(cursor === null ? {} : { cursor }) });
    for (const { id: renderId, batch: place, output, error, outcome, startedAt, finishedAt } of page.items) {
      if (place === null || !record.isOpen(place.row)) continue;
      const at = Date.parse(finishedAt ?? '');
      if (startedAt !== null) record.started(place.row, renderId, Date.parse(startedAt));
      if (output !== null) {
        await fetchRow(
          batch,
          { index: place.row, renderId, at },
          { output, outcome: outcomeOf(outcome), warnings: [], notices: [] },
        );
      } else if (error !== null) {
        record.failed(place.row, failureOf(error), at);
      }
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
}

function rowTranslator(record: RemoteBatch, index: number, renderId: string): (event: StreamEvent) => Followed | null {
  // The place of each row in the line is no news: rows wait for each other by nature.
  return createTranslator(renderId, {
    onEvent: (event) => record.renderEvent(index, event),
    tell: () => {},
    onAnew: () => record.begunAnew(index),
  });
}

interface EndedRow {
  readonly index: number;
  readonly renderId: string;
  /** When the render ended, epoch ms. */
  readonly at: number;
}

async function fetchRow(
  { client, record, format, signal }: BatchToFollow,
  { index, renderId, at }: EndedRow,
  followed: Followed,
): Promise<void> {
  try {
    const fetched = await fetchOutput(client, renderId, followed.output, record.row(index).outputPath, format, signal);
    record.completed(index, resultOf(fetched, followed), at);
  } catch (error) {
    if (signal.aborted) return;
    record.failed(index, asFramefarmError(error), at);
  }
}

/** What is told of a row whose output lies at `place`. */
export function resultOf(
  { path, size, sha256 }: FetchedOutput,
  { output: { frames, width, height, durationSeconds }, warnings, notices }: Followed,
): RowResult {
  return {
    output: { path, size, sha256, width, height },
    frames,
    durationMs: Math.round(durationSeconds * 1000),
    warnings,
    notices,
    substitutions: [],
    sandbox: { on: true, reason: '' },
  };
}
