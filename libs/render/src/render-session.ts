/** Several renders in one process. */
import type { RenderSession } from './api.js';
import { renderComposition } from './render-composition.js';

export function openRenderSession(): RenderSession {
  return { render: renderComposition, close: async () => {} };
}
