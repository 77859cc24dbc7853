/** What a warning holds of this host, or of a signed address, stays here on every surface (http-api 2, security 7). */
import type { Warning } from '@framefarm/contract';
import type { BatchRecord, BatchRowRecord, OwedDelivery, RenderRecord } from '@framefarm/farm';
import { expect, it } from 'vitest';
import { batchManifest } from '../../../apps/producer/src/batches/batch-manifest.js';
import { completedFields } from '../../../apps/producer/src/direct/answers.js';
import { publicEvent } from '../../../apps/producer/src/events/public-event.js';
import { renderObject } from '../../../apps/producer/src/renders/render-object.js';
import { deliveryOf } from '../../../apps/producer/src/webhooks/webhook-body.js';

const WARNING: Warning = {
  code: 'media_load_failed',
  message: 'no answer for https://media.example/a.mp4?token=SIGNED',
  stage: 'capture',
  details: {
    mediaType: 'video',
    sources: ['https://media.example/a.mp4?token=SIGNED', 'b.mp4?token=SIGNED'],
    failures: [{ reason: 'ENOENT /tmp/framefarm-PRIVATE/c.mp4', timeoutMs: 5 }],
  },
};
const DETAILS = {
  mediaType: 'video',
  sources: ['https://media.example/a.mp4', 'b.mp4'],
  failures: [{ reason: 'ENOENT c.mp4', timeoutMs: 5 }],
};
const SHOWN = {
  code: WARNING.code,
  stage: 'capture',
  message: 'no answer for https://media.example/a.mp4',
  details: DETAILS,
};

const RENDER = {
  id: 'rnd_1',
  owner: 'ana',
  status: 'completed',
  options: {},
  warnings: [WARNING],
  error: null,
  output: null,
  perf: null,
  webhook: { url: 'https://hooks.example/', events: ['render.completed'] },
} as unknown as RenderRecord;

const ROW = { row: 0, status: 'completed', renderId: 'rnd_1', outputName: '0.mp4', variables: {} };
const EVENT = { type: 'warning', renderId: 'rnd_1', warning: WARNING };
const OWED = { id: 'whd_1', type: 'render.completed', at: '2026-01-31T12:00:00Z', render: RENDER };

it.each([
  ['the render', () => renderObject(RENDER, null)],
  ['a direct answer', () => completedFields(RENDER, 'token', 'a.mp4')],
  [
    'the manifest',
    () => {
      const renders = new Map([[RENDER.id, RENDER]]);
      return batchManifest({ id: 'bat_1' } as BatchRecord, [ROW as unknown as BatchRowRecord], renders).rows[0];
    },
  ],
  ['a webhook', () => (JSON.parse(deliveryOf(OWED as unknown as OwedDelivery)?.body ?? '') as { data: object }).data],
])('%s shows warnings without queries and host paths', (_name, shown) => {
  expect(shown()).toMatchObject({ warnings: [SHOWN] });
});

it('an event shows its warning without queries and host paths', () => {
  const shown = publicEvent(EVENT as unknown as Parameters<typeof publicEvent>[0], {
    outputName: null,
    metadata: null,
  });
  expect(shown).toMatchObject({ warning: SHOWN });
});
