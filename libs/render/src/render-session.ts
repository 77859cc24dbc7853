/** Several renders in one process, which leave each other warm browsers. */
import { tmpdir } from 'node:os';
import { IdleRoom } from '@framefarm/browser';
import { createScratch, type Scratch, untilAborted } from '@framefarm/process';
import type { RenderRequest, RenderResult, RenderSession, RenderSessionOptions } from './api.js';
import { openWarmPlace } from './place/place.js';
import { sharePlaces } from './place/shared-places.js';
import { rememberTools } from './place/tools.js';
import { isLowMemory, lanesTogether } from './plan/lanes.js';
import { usableCores, usableMemory } from './plan/machine.js';
import { renderAt } from './render-composition.js';
import { SurfaceKnowledge } from './surface/knowledge.js';

/**
 * Opens a session. Each render has a place to itself while a page of it is open; places are used again, newest first, so that
 * there are never more than renders had pages side by side.
 */
export function openRenderSession({ idleBrowsers, publicHttps = true }: RenderSessionOptions = {}): RenderSession {
  const knowledge = new SurfaceKnowledge();
  const tools = rememberTools();
  const idle = new IdleRoom(idleBrowsers);
  let scratch: Promise<Scratch> | undefined;
  let closing: Promise<void> | undefined;
  const running = new Set<Promise<unknown>>();
  /** Settles when the first render is ready: what it learns, and the browsers it starts, serve those that wait. */
  let first: Promise<void> | undefined;

  const places = sharePlaces(async () => {
    if (scratch === undefined) {
      scratch = createScratch(tmpdir(), 'framefarm-session-');
      // Where it could not be made, the next render tries again.
      scratch.catch(() => {
        scratch = undefined;
      });
    }
    return openWarmPlace((await scratch).path, tools, idle, { systemFonts: true, outside: { publicHttps } });
  });
  const end = async (): Promise<void> => {
    await Promise.allSettled([...running]);
    await places.close();
    await (await scratch)?.remove();
  };
  const renderInTurn = async (request: RenderRequest): Promise<RenderResult> => {
    const earlier = first;
    let onReady = (): void => {};
    first ??= new Promise((resolve) => {
      onReady = resolve;
    });
    try {
      // A cancelled one goes on at once, to say what it was cancelled for.
      if (earlier !== undefined) await untilAborted(earlier, request.signal).catch(() => {});
      const { place, end: leave } = await places.take();
      try {
        return await renderAt(request, place, knowledge, {
          alone: earlier === undefined && capturesAlone(request),
          onReady,
        });
      } finally {
        leave();
      }
    } finally {
      // Also when there is no place for it: those that wait would do so for ever.
      onReady();
    }
  };
  return {
    render: async (request) => {
      const rendering = renderInTurn(request);
      running.add(rendering);
      return rendering.finally(() => running.delete(rendering));
    },
    close: () => {
      // Files that cannot be removed now go when the process ends.
      closing ??= end().catch(() => {});
      return closing;
    },
  };
}

/**
 * Whether renders take turns of which one captures at a time: those that wait until this one's surface is proved, with its last frame,
 * lose nothing by it.
 */
function capturesAlone({ turn, options, rendersAtOnce = 1 }: RenderRequest): boolean {
  const { workers, lowMemoryMode } = options;
  const lowMemory = isLowMemory(lowMemoryMode, usableMemory().totalBytes);
  const lanes = lanesTogether({ asked: workers, rendersAtOnce, cores: usableCores(), lowMemory });
  return turn !== undefined && lanes === 1;
}
