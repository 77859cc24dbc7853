/** Several renders in one process, which leave each other warm browsers. */
import { tmpdir } from 'node:os';
import { createScratch, type Scratch } from '@framefarm/process';
import type { RenderSession } from './api.js';
import { renderAt } from './render-composition.js';
import { openWarmPlace, type WarmPlace } from './run/place.js';
import { rememberTools } from './run/tools.js';
import { SurfaceKnowledge } from './surface/knowledge.js';

/**
 * Opens a session. Each render gets a place of its own while it runs; places are used again, newest first, so that there
 * are never more than renders ran side by side.
 */
export function openRenderSession(): RenderSession {
  const knowledge = new SurfaceKnowledge();
  const tools = rememberTools();
  const free: WarmPlace[] = [];
  let scratch: Promise<Scratch> | undefined;
  let closing: Promise<void> | undefined;
  const running = new Set<Promise<unknown>>();

  const take = async (): Promise<WarmPlace> => {
    scratch ??= createScratch(tmpdir(), 'framefarm-session-');
    return free.pop() ?? openWarmPlace((await scratch).path, tools);
  };
  const end = async (): Promise<void> => {
    await Promise.allSettled([...running]);
    await Promise.all(free.map((place) => place.close()));
    await (await scratch)?.remove();
  };
  return {
    render: async (request) => {
      const rendering = take().then((place) =>
        renderAt(request, place, knowledge).finally(() => {
          free.push(place);
        }),
      );
      running.add(rendering);
      return rendering.finally(() => running.delete(rendering));
    },
    close: () => {
      closing ??= end();
      return closing;
    },
  };
}
