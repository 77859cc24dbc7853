/** What a webhook says: the render or batch object without `perf` (http-api 3.8). Pure. */
import type { OwedDelivery } from '@framefarm/farm';
import { batchObject } from '../batches/batch-object.js';
import { renderObject } from '../renders/render-object.js';
import type { Delivery } from './delivery.js';

/** The delivery of an event that is owed; null when nobody asked for it. */
export function deliveryOf(owed: OwedDelivery): Delivery | null {
  const subject = 'render' in owed ? owed.render : owed.batch;
  const { webhook, owner } = subject;
  if (webhook === null || !webhook.events.includes(owed.type)) return null;
  return {
    id: owed.id,
    owner,
    type: owed.type,
    url: webhook.url,
    status: 'pending',
    attempts: [],
    createdAt: owed.at,
    body: JSON.stringify({ type: owed.type, timestamp: owed.at, data: dataOf(owed) }),
  };
}

function dataOf(owed: OwedDelivery): object {
  if (!('render' in owed)) return batchObject(owed.batch);
  const { perf: _perf, ...data } = renderObject(owed.render, null);
  return data;
}
