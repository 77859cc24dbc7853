/** Samples GSAP tweens of `element.volume` (reference: composition-format 9.2). */
import type { VolumePoint } from '@framefarm/contract';
import type { CompositionTree } from '../document/composition-tree.js';
import { type Sources, seekTimelines } from '../frame/engine.js';
import type { Page } from '../page.js';
import type { TweenLike } from '../sources/timelines/timeline.js';

const SAMPLES_PER_SECOND = 60;
/** Values nearer than this to the straight line add no point. */
const TOLERANCE = 1e-4;

export interface VolumeSampler {
  /** Null when no tween of the page touches the element's volume. */
  curveOf(element: HTMLMediaElement, start: number, end: number): readonly VolumePoint[] | null;
}

function touchesVolume(tween: TweenLike, element: HTMLMediaElement): boolean {
  if (tween.targets?.().includes(element) !== true) return false;
  const { vars } = tween;
  if ('volume' in vars) return true;
  const { keyframes } = vars;
  if (Array.isArray(keyframes)) return keyframes.some((step) => 'volume' in step);
  if (keyframes === null || typeof keyframes !== 'object') return false;
  return (
    'volume' in keyframes ||
    Object.values(keyframes).some((step) => step !== null && typeof step === 'object' && 'volume' in step)
  );
}

/** Leaves out points that lie on the line between their neighbours. */
function simplify(points: readonly VolumePoint[]): VolumePoint[] {
  const kept: VolumePoint[] = [];
  for (const [index, point] of points.entries()) {
    const before = kept.at(-1);
    const after = points[index + 1];
    if (before !== undefined && after !== undefined) {
      const expected = before.v + ((after.v - before.v) * (point.t - before.t)) / (after.t - before.t);
      if (Math.abs(expected - point.v) <= TOLERANCE) continue;
    }
    kept.push(point);
  }
  return kept;
}

export function createVolumeSampler(page: Page, sources: Sources, tree: CompositionTree): VolumeSampler {
  const timelines = [...sources.registry.bound.values()].flat();
  return {
    curveOf(element, start, end) {
      const touched = timelines.some((timeline) =>
        timeline.getChildren?.(true, true, false).some((tween) => touchesVolume(tween, element)),
      );
      if (!touched) return null;
      const step = 1 / SAMPLES_PER_SECOND;
      const points: VolumePoint[] = [];
      const count = Math.ceil((end - start) / step);
      for (let index = 0; index <= count; index++) {
        const at = Math.min(end, start + index * step);
        seekTimelines(page, sources, tree, at, true);
        points.push({ t: at - start, v: element.volume });
      }
      seekTimelines(page, sources, tree, 0, true);
      return simplify(points);
    },
  };
}
