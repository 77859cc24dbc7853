import { readFile } from 'node:fs/promises';
import { groupMembers } from '@framefarm/process';
import { describe, expect, it } from 'vitest';
import { stagePage } from './stage-page.js';
import { useStages } from './stages.js';

const bench = useStages();
const page = stagePage('<p>text</p>', '() => {}');

async function rendererOf(pid: number): Promise<number> {
  for (const member of await groupMembers(pid)) {
    if ((await readFile(`/proc/${member}/cmdline`, 'utf8')).includes('--type=renderer')) return member;
  }
  throw new Error('no renderer');
}

describe.each(['beginframe', 'screenshot'] as const)('%s: a stage that loses its browser', (path) => {
  const capture = { path, image: 'jpeg', jpegQuality: 80, transparent: false, scale: 1 } as const;

  it.each([
    ['browser', async (pid: number) => pid],
    ['renderer', rendererOf],
  ])('rejects at once when the %s is killed while a run is under way', async (_, victim) => {
    const server = await bench.serve(page);
    const stage = await bench.open(server.url, { capture });
    const killed = victim(stage.pid);
    const run = async () => {
      for await (const { frame } of stage.captureRun(0, 1_000_000)) {
        if (frame === 10) process.kill(await killed, 'SIGKILL');
      }
    };
    await expect(run()).rejects.toMatchObject({ code: 'BROWSER_CRASHED', message: expect.stringContaining('lane 1') });
    expect(await stage.lost).toMatchObject({ code: 'BROWSER_CRASHED' });
    await expect(stage.captureFrame(0)).rejects.toMatchObject({ code: 'BROWSER_CRASHED' });
  });

  it('names phase, frame and lane when a frame never ends', async () => {
    const server = await bench.serve(stagePage('', '(frame) => frame === 4 ? new Promise(() => {}) : undefined'));
    const stage = await bench.open(server.url, { capture, deadlines: { frameMs: 500 } });
    await stage.captureFrame(3);
    await expect(stage.captureFrame(4)).rejects.toMatchObject({
      code: 'CAPTURE_STALLED',
      message: expect.stringMatching(/frame 4 .*lane 1, capture/),
    });
  });

  it('ends a page that computes for ever', async () => {
    const server = await bench.serve(stagePage('', '() => { for (;;); }'));
    const stage = await bench.open(server.url, { capture, deadlines: { frameMs: 500 } });
    await expect(stage.captureFrame(0)).rejects.toMatchObject({ code: 'CAPTURE_STALLED' });
  });
});

it('does not wait for a page beside one that computes for ever', async () => {
  const html = stagePage('<img src="never">', '() => { for (;;); }');
  const server = await bench.serve(html, { '/never': () => {} });
  const stage = await bench.open(server.url, { deadlines: { frameMs: 500 } });
  const beside = await stage.beside('beside');
  const waiting = beside.settle(60_000);
  waiting.catch(() => {});
  await expect(stage.captureFrame(0)).rejects.toMatchObject({ code: 'CAPTURE_STALLED' });
  await stage.close();
  await expect(waiting).rejects.toMatchObject({ code: 'BROWSER_CRASHED', message: expect.stringContaining('beside') });
  await beside.close();
});

it('fails a navigation that never answers with its own code', async () => {
  const server = await bench.serve('', { '/never': () => {} });
  await expect(bench.open(`${server.url}never`, { deadlines: { navigationMs: 500 } })).rejects.toMatchObject({
    code: 'NAVIGATION_TIMEOUT',
    message: expect.stringContaining('/never'),
  });
});

it('ends at once on abort', async () => {
  const server = await bench.serve(page);
  const stop = new AbortController();
  const stage = await bench.open(server.url, { signal: stop.signal });
  const reason = new Error('stop');
  const run = async () => {
    for await (const { frame } of stage.captureRun(0, 1_000_000)) if (frame === 10) stop.abort(reason);
  };
  await expect(run()).rejects.toBe(reason);
});

it('does not open on an aborted signal', async () => {
  const server = await bench.serve(page);
  const reason = new Error('stop');
  await expect(bench.open(server.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

it('fails when the page leaves, and survives dialogs and new windows', async () => {
  const leave = `(frame) => {
    alert('read me'); window.open('/other');
    if (frame === 2) location.href = '/other';
  }`;
  const server = await bench.serve(stagePage('', leave));
  const stage = await bench.open(server.url);
  await stage.captureFrame(1);
  await stage.captureFrame(2).catch(() => {});
  expect(await stage.lost).toMatchObject({ code: 'COMPOSITION_SCRIPT_ERROR' });
});

it('refuses a page without the runtime', async () => {
  const server = await bench.serve('<p>plain</p>');
  await expect(bench.open(server.url)).rejects.toMatchObject({ message: expect.stringContaining('__framefarm') });
});
