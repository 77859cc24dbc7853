/** Rows of a batch on a farm as they are reported: no more at once than the batch has (cli 6). */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BatchEvent, openRemoteBatch, type RemoteBatch, type RowResult } from '@framefarm/batch';
import { FramefarmError } from '@framefarm/contract';
import { expect, it } from 'vitest';
import { makeProject } from '../../support/projects/project.js';

const failure = new FramefarmError('ENCODER_FAILED', 'the encoder failed', { stage: 'encode' });
const result: RowResult = {
  output: null,
  frames: 30,
  durationMs: 1000,
  warnings: [],
  notices: [],
  substitutions: [],
  sandbox: { on: true, reason: '' },
};

async function aBatch(rows: number, concurrency: number): Promise<{ batch: RemoteBatch; told: string[] }> {
  const projectDir = await makeProject({ 'index.html': '<p></p>' });
  const out = join(projectDir, 'renders');
  mkdirSync(out);
  const told: string[] = [];
  const onEvent = (event: BatchEvent): void => {
    if ('index' in event) told.push(`${event.kind} ${event.index}`);
  };
  const plan = {
    batchPath: join(projectDir, 'rows.json'),
    manifestPath: join(out, 'manifest.json'),
    rows: Array.from({ length: rows }, (_, index) => ({
      index,
      variables: {},
      outputPath: join(out, `${index}.mp4`),
    })),
    notices: [],
  };
  return { batch: await openRemoteBatch({ plan, concurrency, manifestVariables: true, onEvent }), told };
}

it('a row that begins while the one before is fetched is reported after that one', async () => {
  const { batch, told } = await aBatch(3, 1);
  batch.started(0, 'rnd_0', 0);
  batch.started(1, 'rnd_1', 1000);
  batch.renderEvent(1, { kind: 'progress', stage: 'capture', progress: 50, framesRendered: 15, totalFrames: 30 });
  batch.completed(0, result, 1000);
  batch.completed(1, result, 3000);
  const manifest = await batch.end(failure);
  await batch.close();
  expect(told).toEqual([
    ...['row-start 0', 'row-complete 0'],
    ...['row-start 1', 'row-render 1', 'row-complete 1'],
    'row-skipped 2',
  ]);
  expect(manifest.rows[1]).toMatchObject({ startedAt: '1970-01-01T00:00:01.000Z', renderTimeMs: 2000 });
});

it('a row that ends before its turn is over for the farm, and is reported in its turn', async () => {
  const { batch, told } = await aBatch(4, 2);
  for (const index of [0, 1, 2, 3]) batch.started(index, `rnd_${index}`, 0);
  batch.failed(2, failure, 1);
  expect([batch.isOpen(2), batch.isOpen(3)]).toEqual([false, true]);
  batch.completed(1, result, 1);
  const manifest = await batch.end(failure);
  await batch.close();
  expect(told).toEqual([
    ...['row-start 0', 'row-start 1', 'row-complete 1'],
    ...['row-start 2', 'row-error 2', 'row-start 3'],
    ...['row-error 0', 'row-error 3'],
  ]);
  expect(manifest).toMatchObject({ completed: 1, failed: 3, skipped: 0 });
});

it('a row that never began fails without a turn', async () => {
  const { batch, told } = await aBatch(2, 1);
  batch.started(0, 'rnd_0', 0);
  batch.failed(1, failure, 1);
  batch.completed(0, result, 1);
  await batch.end(failure);
  await batch.close();
  expect(told).toEqual(['row-start 0', 'row-error 1', 'row-complete 0']);
});
