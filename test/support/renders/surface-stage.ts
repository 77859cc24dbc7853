/**
 * A composition on a stage as a lane opens it, in a browser that stays for the file: what its surface makes of a page is seen without a
 * plan, an encoder and a proof beside it, which take most of the work of a short render.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { findBrowser, IdleRoom, keepBrowsersWarm, openStage, type Stage } from '@framefarm/browser';
import { type PageConfig, type SurfaceObstacle, surfaceObstacleOf } from '@framefarm/contract';
import { composeDocument, RUNTIME_PATH } from '@framefarm/origin';
import { createScratch } from '@framefarm/process';
import { pageRuntimeFile } from '../../../libs/render/src/place/site.js';
import { atFileEnd } from '../machine/file-end.js';

/** Frames per second of a stage. */
const FPS = { num: 10, den: 1 };
const SETTLE_MS = 10_000;

export interface StagePage {
  readonly width: number;
  readonly height: number;
  /** Default `test`. */
  readonly rootId?: string;
  /** What its surface gives. Default `yuv420p`. */
  readonly image?: 'yuv420p' | 'rgb0';
}

interface Bench {
  /** Opens a document, which has the page's runtime before its own scripts. */
  open(html: string, size: StagePage): Promise<Stage>;
  end(): Promise<void>;
}

let bench: Promise<Bench> | null = null;
atFileEnd(async () => {
  const opened = await bench;
  bench = null;
  await opened?.end();
});

async function openBench(): Promise<Bench> {
  const scratch = await createScratch(tmpdir(), 'framefarm-surface-');
  const browsers = keepBrowsersWarm(scratch.path, new IdleRoom());
  const browser = await findBrowser();
  const runtime = readFileSync(pageRuntimeFile(), 'utf8');
  let document = '';
  const server = createServer(({ url }, response) => {
    const isRuntime = url === RUNTIME_PATH;
    response.setHeader('content-type', isRuntime ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isRuntime ? runtime : document);
  });
  // A browser reaches one port alone, from its start.
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    open: (html, { width, height, rootId = 'test', image = 'yuv420p' }) => {
      const config: PageConfig = {
        ...{ mode: 'render', fps: FPS, rootId, width, height, durationSeconds: null },
        ...{ transparent: false, instances: [], media: {}, providedFonts: [] },
      };
      document = composeDocument(html, config, { fonts: false });
      return openStage({
        ...{ browser, url, viewport: { width, height }, scratchDir: scratch.path, label: 'lane 1' },
        capture: { path: 'surface', image, jpegQuality: 90, transparent: false, scale: 1 },
        pageRuntimeSource: runtime,
        launch: browsers.launch,
      });
    },
    end: async () => {
      await browsers.close();
      server.close();
      server.closeAllConnections();
      await scratch.remove();
    },
  };
}

/** Opens a composition, waits until it has settled, and closes it after `work`. One at a time. */
export async function onStage<T>(
  html: string,
  size: StagePage,
  frames: number,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  bench ??= openBench();
  const stage = await (await bench).open(html, size);
  try {
    await stage.settle(SETTLE_MS);
    await stage.describe();
    await stage.prepare({ frames, fps: FPS, videos: [] });
    return await work(stage);
  } finally {
    await stage.close();
  }
}

/** What a lane meets that its surface cannot show while it captures a page to which the gate says nothing; null when nothing. */
export function metOnSurface(html: string, size: StagePage, frames: number): Promise<SurfaceObstacle | null> {
  return onStage(html, size, frames, async (stage) => {
    const refused = await stage.surfaceObstacle();
    if (refused !== null) throw new Error(`the gate refuses the page: ${refused}`);
    await stage.openSurface();
    try {
      for await (const { release } of stage.captureRun(0, frames)) release?.();
      return null;
    } catch (thrown) {
      const met = surfaceObstacleOf(thrown);
      if (met === null) throw thrown;
      return met;
    }
  });
}

/**
 * What the gate says of a page while it holds each of the bodies, one after the other: in words, or null. Before each of them it has to
 * say nothing; what it remembers when it has gone comes last.
 */
export function gateInTurn(
  page: (body: string) => string,
  bodies: readonly string[],
  size: StagePage,
): Promise<readonly (string | null)[]> {
  // In every second frame, in the order of the bodies.
  const turns = `<script>
    const bodies = ${JSON.stringify(bodies).replaceAll('<', '\\u003c')};
    addEventListener('hf-seek', ({ detail: { time } }) => {
      const frame = Math.round(time * ${FPS.num});
      const range = document.createRange();
      const held = frame % 2 === 0 ? '' : bodies[(frame - 1) / 2];
      document.getElementById('held').replaceChildren(range.createContextualFragment(held));
    });
  </script>`;
  return onStage(page(`<div id="held"></div>${turns}`), size, 2 * bodies.length, async (stage) => {
    const said: (string | null)[] = [];
    for (const index of bodies.keys()) {
      await stage.referencePicture(2 * index, 'jpeg');
      const kept = await stage.surfaceObstacle();
      if (kept !== null) throw new Error(`the gate says before body ${index}: ${kept}`);
      await stage.referencePicture(2 * index + 1, 'jpeg');
      said.push(await stage.surfaceObstacle());
    }
    return said;
  });
}
