/** Slots of automatic media inside a `.scene`: where that scene has opacity above 0 (reference: composition-format 9). */
import { fpsValue, frameCount, frameTime } from '@framefarm/contract';
import { closestAround } from '../document/around.js';
import type { CompositionTree } from '../document/composition-tree.js';
import { type Sources, seekTimelines } from '../frame/engine.js';
import { nativeComputedStyle } from '../natives/natives.js';
import type { Page } from '../page.js';

/** Scenes are looked at this often, so that long compositions stay quick to describe. */
const MAX_SAMPLES_PER_SECOND = 30;

/** Measures and stores the windows; true when there was something to measure. */
export function measureScenes(
  page: Page,
  sources: Sources,
  tree: CompositionTree,
  seconds: number,
  windows: Map<Element, { start: number; end: number }>,
): boolean {
  const scenes = new Map<Element, Element[]>();
  for (const element of tree.elements) {
    if (!(element instanceof HTMLMediaElement) || element.hasAttribute('data-start')) continue;
    const scene = closestAround(element, '.scene');
    if (scene !== null && !windows.has(element)) scenes.set(scene, [...(scenes.get(scene) ?? []), element]);
  }
  if (scenes.size === 0 || !(seconds > 0)) return false;
  const { fps } = page.config;
  const stride = Math.max(1, Math.round(fpsValue(fps) / MAX_SAMPLES_PER_SECOND));
  const first = new Map<Element, number>();
  const last = new Map<Element, number>();
  const frames = frameCount(seconds, fps);
  for (let frame = 0; frame < frames; frame += stride) {
    seekTimelines(page, sources, tree, frameTime(frame, fps), true);
    sources.animations.seek(frameTime(frame, fps));
    for (const scene of scenes.keys()) {
      const style = nativeComputedStyle(scene);
      if (Number(style.opacity) <= 0 || style.display === 'none') continue;
      if (!first.has(scene)) first.set(scene, frame);
      last.set(scene, frame);
    }
  }
  seekTimelines(page, sources, tree, 0, true);
  sources.animations.seek(0);
  for (const [scene, elements] of scenes) {
    const from = first.get(scene);
    const to = last.get(scene);
    const window =
      from === undefined || to === undefined
        ? { start: 0, end: 0 }
        : { start: frameTime(from, fps), end: Math.min(seconds, frameTime(to + stride, fps)) };
    for (const element of elements) windows.set(element, window);
  }
  return true;
}
