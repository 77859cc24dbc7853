/** A batch as clients see it (http-api 3.6). Pure. */

import type { BatchRecord } from '@framefarm/farm';
import { publicOptions } from '../options/public-options.js';

export function batchObject(batch: BatchRecord): Readonly<Record<string, unknown>> {
  const { id, requestId, status, counts, revision, createdAt, finishedAt, compositionId, labels, metadata } = batch;
  const self = `/batches/${id}`;
  return {
    id,
    requestId,
    status,
    counts,
    revision,
    createdAt,
    finishedAt,
    compositionId,
    concurrency: batch.concurrency,
    failFast: batch.failFast,
    options: publicOptions(batch.options),
    labels,
    metadata,
    links: { self, events: `${self}/events`, manifest: `${self}/manifest`, cancel: `${self}/cancel` },
  };
}
