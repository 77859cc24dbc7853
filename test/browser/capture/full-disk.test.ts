/** A disk that has no room for the pictures that a page writes of itself. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from '@framefarm/browser';
import type { PageConfig } from '@framefarm/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleRuntime } from '../../../libs/page/bundle.mjs';
import { fillDisk, mayMount, mountSmall } from '../../support/machine/tmpfs.js';
import { useStages } from './stages.js';

const FRAMES = 40;
const VIEWPORT = { width: 1280, height: 720 };
const CONFIG: PageConfig = {
  ...{ mode: 'render', fps: { num: 10, den: 1 }, rootId: 'main', ...VIEWPORT, durationSeconds: null },
  ...{ transparent: false, instances: [], media: {}, providedFonts: [] },
};
/** Another picture in each frame. */
const MOVING = `<!doctype html><script>window.__framefarmConfig = ${JSON.stringify(CONFIG)}</script>
  <script src="/runtime.js"></script>
  <div id="main" data-composition-id="main" data-width="1280" data-height="720" data-duration="4"
    style="position:absolute;inset:0;background:#fff"><p id="p">text</p></div>
  <script>addEventListener('hf-seek', ({ detail }) => {
    document.getElementById('p').textContent = 'time ' + detail.time;
  })</script>`;

// Where mounting is forbidden, as it is to all but root, these tests cannot be.
describe.runIf(mayMount())('a surface whose pictures find no room', () => {
  const bench = useStages();
  let scratchDir: string;
  let runtime: string;
  beforeAll(async () => {
    scratchDir = mountSmall(96 * 2 ** 20) as string;
    runtime = await bundleRuntime();
  });

  async function opened(): Promise<Stage> {
    const server = await bench.serve(MOVING, {
      '/runtime.js': (_, response) => void response.setHeader('content-type', 'text/javascript').end(runtime),
    });
    const stage = await bench.open(server.url, {
      capture: { path: 'surface', image: 'yuv420p', jpegQuality: 90, transparent: false, scale: 1 },
      ...{ viewport: VIEWPORT, scratchDir, pageRuntimeSource: runtime },
    });
    await stage.settle(10_000);
    await stage.describe();
    await stage.prepare({ frames: FRAMES, fps: CONFIG.fps, videos: [] });
    return stage;
  }

  async function all(stage: Stage): Promise<void> {
    for await (const { release } of stage.captureRun(0, FRAMES)) release?.();
  }

  async function withoutRoom<T>(work: () => Promise<T>): Promise<T> {
    const ballast = join(scratchDir, 'ballast');
    fillDisk(ballast);
    try {
      return await work();
    } finally {
      rmSync(ballast);
    }
  }

  it('fails with DISK_FULL and says how much is left, however the browser took it', async () => {
    const stage = await opened();
    await stage.openSurface();
    const full = {
      code: 'DISK_FULL',
      message: expect.stringMatching(/pictures of a page take \d+ bytes, .* has \d+ left/),
    };
    await expect(withoutRoom(() => all(stage))).rejects.toMatchObject(full);
  });

  it('says so from the start where it cannot be opened for that', async () => {
    const stage = await opened();
    await expect(withoutRoom(() => stage.openSurface())).rejects.toMatchObject({ code: 'DISK_FULL' });
  });

  it('says so of the pictures of the compositor as well, while they are tapped and when they would be', async () => {
    const full = { code: 'DISK_FULL' };
    const tapped = await opened();
    await tapped.openTap();
    await expect(withoutRoom(() => all(tapped))).rejects.toMatchObject(full);
    const other = await opened();
    await expect(withoutRoom(() => other.openTap())).rejects.toMatchObject(full);
  });

  it('leaves the loss of a browser what it is where there is room', async () => {
    const stage = await opened();
    await stage.openSurface();
    process.kill(stage.pid, 'SIGKILL');
    await expect(all(stage)).rejects.toMatchObject({ code: 'BROWSER_CRASHED' });
  });
});
