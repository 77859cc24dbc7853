/**
 * Transitions that `@hyperframes/shader-transitions` composes of a page's own scenes in each frame. It learns the time by `__hf.seek`, which
 * it wraps, and says by `__hf_page_composite_pending` that two scenes are to be drawn: `prepare` copies them into canvases that show elements,
 * `resolve` draws these through a shader once they were painted.
 */
import { frameOrTimer } from '../../frame/native-frame.js';

interface Composing {
  /** The library's own global. */
  readonly HyperShader?: unknown;
  readonly __hf?: {
    readonly seek?: (seconds: number) => unknown;
    readonly transitions?: readonly { readonly shader?: unknown }[];
  };
  readonly __hf_page_composite_pending?: boolean;
  readonly __hf_page_composite_prepare?: () => unknown;
  readonly __hf_page_composite_resolve?: () => unknown;
}
const globals = window as Composing;

/** What a frame of the browser's may take, where none comes, ms. */
const FRAME_DEADLINE_MS = 1000;

let telling = false;
let own: unknown;

/** The page's `__hf.seek`, which does nothing while a frame only tells the time by it. */
export function tellableSeek(seek: (seconds: number) => void): (seconds: number) => void {
  const tellable = (seconds: number): void => {
    if (!telling) seek(seconds);
  };
  own = tellable;
  return tellable;
}

/** The library looks for `__hf.seek` by a timer: until it has found it, no transition would be shown. */
export const composesLater = (): boolean =>
  globals.__hf_page_composite_prepare !== undefined && globals.__hf?.seek === own;

/** Transitions that the library leaves to a renderer: it is an older one, or the browser draws no elements onto canvases. */
export const leavesTransitions = (): boolean =>
  globals.HyperShader !== undefined &&
  globals.__hf_page_composite_prepare === undefined &&
  globals.__hf?.transitions?.some(({ shader }) => shader !== undefined) === true;

/** Tells the library the time of the frame; what has to be awaited before the capture, or nothing. */
export function composeScenes(seconds: number): Promise<unknown>[] {
  if (globals.__hf_page_composite_prepare === undefined) return [];
  telling = true;
  try {
    globals.__hf?.seek?.(seconds);
  } finally {
    telling = false;
  }
  return globals.__hf_page_composite_pending === true ? [compose()] : [];
}

async function compose(): Promise<void> {
  await globals.__hf_page_composite_prepare?.();
  // The copies are painted at the end of the first frame.
  await frameOrTimer(FRAME_DEADLINE_MS);
  await frameOrTimer(FRAME_DEADLINE_MS);
  globals.__hf_page_composite_resolve?.();
}
