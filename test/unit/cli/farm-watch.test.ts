/** What `farm watch` says of a render or batch that somebody else submitted, at another time (cli 6, 7). */
import { FramefarmError } from '@framefarm/contract';
import { afterEach, expect, it } from 'vitest';
import { watch } from '../../../oclif/src/session/farm-watch-run.js';

afterEach(() => {
  process.exitCode = undefined;
});

type Asking = Parameters<typeof watch>[2];

it('is the composition and the time of the render, not those of the watching', async () => {
  const output = { fileName: 'a.mp4', size: 4, durationSeconds: 1, frames: 30 };
  const client = {
    async *followRender() {
      yield { id: '1-0', type: 'completed', data: { output, outcome: 'completed' } };
    },
    render: async () => ({
      compositionId: 'cmp_1',
      startedAt: '2026-01-31T12:00:00.000Z',
      finishedAt: '2026-01-31T12:01:30.500Z',
    }),
  };
  const lines: string[] = [];
  const streams = { result: (line: string) => lines.push(line), tell: () => {}, isTerminal: false };
  const asking = { client, streams, signal: new AbortController().signal };
  await watch('rnd_1', { json: true, quiet: false }, asking as unknown as Asking);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    type: 'render-complete',
    renderId: 'rnd_1',
    compositionId: 'cmp_1',
    renderTimeMs: 90_500,
  });
});

/** A farm with a batch of three rows: one is done, one failed, one never began. The connection is lost on the way. */
function batchOfThree() {
  const at = (seconds: number): string => `2026-01-31T12:00:0${seconds}.000Z`;
  const event = (type: string, row: number, seconds: number, more: object) => ({
    id: `${seconds}-0`,
    type,
    data: { row, renderId: `rnd_${row}`, at: at(seconds), ...more },
  });
  const admitted = { status: 'preparing', reason: 'admitted' };
  const output = { size: 4, sha256: 'ab', durationSeconds: 1, frames: 30, width: 64, height: 36 };
  const error = { code: 'EMPTY_COMPOSITION', message: 'nothing is there', stage: 'compile' };
  const rows = ['0.mp4', '1.mp4', '2.mp4'].map((outputPath, index) => ({ index, outputPath, status: 'skipped' }));
  const counts = { total: 3, completed: 1, failed: 1, skipped: 1 };
  const client = {
    url: 'http://farm',
    async *followBatch(_: string, { onLost }: { onLost: (reason: string) => void }) {
      yield event('state', 0, 1, admitted);
      yield event('completed', 0, 3, { output, outcome: 'completed' });
      onLost('ECONNRESET');
      yield event('state', 1, 4, admitted);
      yield event('failed', 1, 5, { error });
    },
    batch: async () => ({ status: 'partial', concurrency: 1 }),
    manifest: async () => ({ ...counts, rows }),
  };
  return { client, counts, rows, error };
}

async function watched(flags: { json: boolean; quiet: boolean }, client: object) {
  const lines: string[] = [];
  let told = '';
  const streams = {
    result: (line: string) => lines.push(line),
    tell: (text: string) => {
      told += text;
    },
  };
  const { signal } = new AbortController();
  await watch('bat_1', flags, { client, streams, signal } as unknown as Asking);
  return { lines, told };
}

it('of a batch is the events of a batch that was submitted here', async () => {
  const { client, counts, rows, error } = batchOfThree();
  const { lines } = await watched({ json: true, quiet: false }, client);
  const manifestPath = 'http://farm/batches/bat_1/manifest';
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { type: 'batch-start', total: 3, concurrency: 1, manifestPath },
    { type: 'batch-row-start', index: 0, outputPath: '0.mp4' },
    { type: 'batch-row-complete', index: 0, outputPath: '0.mp4', durationMs: 1000, renderTimeMs: 2000, warnings: [] },
    { type: 'farm-lost' },
    { type: 'batch-row-start', index: 1, outputPath: '1.mp4' },
    { type: 'batch-row-error', index: 1, error: error.message, errorCode: error.code, stage: 'compile' },
    { type: 'batch-row-skipped', index: 2, outputPath: '2.mp4' },
    { type: 'batch-complete', ...counts, rows },
  ]);
  expect(process.exitCode).toBe(68);
});

it('of a batch is for people what its rendering would be', async () => {
  const { lines, told } = await watched({ json: false, quiet: false }, batchOfThree().client);
  expect(lines).toEqual([
    '[1/3] Encoded to 0.mp4 (1.0s, 64x36, 4B)',
    'Batch: 1 of 3 completed, 1 failed, 1 skipped; manifest http://farm/batches/bat_1/manifest',
  ]);
  expect(told).toMatch(/^The connection to the farm was lost \(ECONNRESET\); trying again$/m);
  expect(told).toMatch(/^\[2\/3\] Error: .*\[EMPTY_COMPOSITION\]$/m);
  expect(process.exitCode).toBe(68);
});

it('of a batch is errors alone when it is quiet', async () => {
  const { lines, told } = await watched({ json: false, quiet: true }, batchOfThree().client);
  expect(lines).toEqual([]);
  expect(told).toMatch(/^\[2\/3\] Error: [^\n]*\[EMPTY_COMPOSITION\]\n {2}nothing is there\n/);
  expect(told).not.toMatch(/0\.mp4|lost/);
  expect(process.exitCode).toBe(68);
});

it('of a farm that is not there is told at once', async () => {
  const gone = async (): Promise<never> => {
    throw new FramefarmError('FARM_UNREACHABLE', 'no answer');
  };
  const client = { render: gone, batch: gone };
  for (const id of ['rnd_1', 'bat_1']) {
    const asking = { client } as unknown as Asking;
    await expect(watch(id, { json: true, quiet: false }, asking)).rejects.toMatchObject({ code: 'FARM_UNREACHABLE' });
  }
});
