/** What `farm watch --json` says of a render that somebody else submitted, at another time (cli 6, 7). */
import { afterEach, expect, it } from 'vitest';
import { watch } from '../../../oclif/src/session/farm-watch-run.js';

afterEach(() => {
  process.exitCode = undefined;
});

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
  await watch('rnd_1', { json: true, quiet: false }, asking as unknown as Parameters<typeof watch>[2]);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    type: 'render-complete',
    renderId: 'rnd_1',
    compositionId: 'cmp_1',
    renderTimeMs: 90_500,
  });
});
