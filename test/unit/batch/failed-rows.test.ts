/** What the manifest says of rows that failed, here and on a farm (cli 6.1). */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openRemoteBatch, runBatch } from '@framefarm/batch';
import { FramefarmError, type RenderEvent, resolveRenderOptions } from '@framefarm/contract';
import type { FarmClient } from '@framefarm/farm-client';
import type { RenderSession } from '@framefarm/render';
import { expect, it } from 'vitest';
import { followBatch } from '../../../oclif/src/farm/follow-batch.js';
import { makeProject } from '../../support/projects/project.js';

const warning = { code: 'media_load_failed', message: 'no a.png', stage: 'compile', details: {} } as const;
const told: RenderEvent = { kind: 'warning', warning };
const failure = new FramefarmError('WARNINGS_NOT_ALLOWED', 'a warning is not allowed', { stage: 'capture' });

async function aPlan() {
  const projectDir = await makeProject({ 'index.html': '<p></p>' });
  const out = join(projectDir, 'renders');
  mkdirSync(out);
  return {
    projectDir,
    plan: {
      batchPath: join(projectDir, 'rows.json'),
      manifestPath: join(out, 'manifest.json'),
      rows: [{ index: 0, variables: {}, outputPath: join(out, '0.mp4') }],
      notices: [],
    },
  };
}

it('a row that failed on this machine keeps its warnings', async () => {
  const { projectDir, plan } = await aPlan();
  const resolved = resolveRenderOptions({});
  if (!resolved.ok) throw new Error('the defaults are refused');
  const session: RenderSession = {
    render: async ({ onEvent }) => {
      onEvent?.(told);
      throw failure;
    },
    close: async () => {},
  };
  const manifest = await runBatch({
    plan,
    projectDir,
    options: resolved.options,
    concurrency: 1,
    failFast: false,
    resume: false,
    manifestVariables: true,
    dryRun: false,
    signal: new AbortController().signal,
    onEvent: () => {},
    machine: { cores: 1, memoryBytes: 2 ** 33, openSession: () => session },
  });
  expect(manifest.rows).toMatchObject([{ status: 'failed', errorCode: 'WARNINGS_NOT_ALLOWED', warnings: [warning] }]);
});

it('a row that failed on a farm keeps its warnings, each once', async () => {
  const { plan } = await aPlan();
  const batch = await openRemoteBatch({ plan, concurrency: 1, manifestVariables: true, onEvent: () => {} });
  batch.started(0, 'rnd_1', 0);
  // The second one is of a plan that was made anew.
  for (const event of [told, told]) batch.renderEvent(0, event);
  batch.failed(0, failure, 1);
  const { rows } = await batch.end(new FramefarmError('WORKER_LOST', 'no end was told'));
  await batch.close();
  expect(rows).toMatchObject([{ status: 'failed', renderId: 'rnd_1', warnings: [warning] }]);
});

it('a row that failed on a farm has the warnings of its last plan', async () => {
  const { plan } = await aPlan();
  const batch = await openRemoteBatch({ plan, concurrency: 1, manifestVariables: true, onEvent: () => {} });
  const state = (reason: string, status: string) => ({ row: 0, type: 'state', reason, status });
  const events = [
    state('admitted', 'preparing'),
    { row: 0, type: 'warning', warning: { ...warning, message: 'of the plan before' } },
    state('worker_lost', 'preparing'),
    { row: 0, type: 'warning', warning },
    { row: 0, type: 'failed', error: { code: 'WORKER_LOST', message: 'lost', stage: null } },
  ];
  const client: Partial<FarmClient> = {
    async *followBatch() {
      const at = new Date(0).toISOString();
      for (const { type, ...data } of events) yield { id: '1', type, data: { ...data, renderId: 'rnd_1', at } };
    },
    renders: async () => ({ items: [], nextCursor: null }),
  };
  const { signal } = new AbortController();
  const how = { id: 'bat_1', record: batch, format: 'mp4', tell: () => {}, signal } as const;
  await followBatch({ client: client as FarmClient, ...how });
  const { rows } = await batch.end(failure);
  await batch.close();
  expect(rows).toMatchObject([{ status: 'failed', errorCode: 'WORKER_LOST', warnings: [warning] }]);
});
