/** Scripts that lint cannot look into. */
import type { Unit } from '../source/unit.js';

/** Libraries that do nothing to a page by themselves. */
const PASSIVE = /gsap|greensock|lottie|bodymovin|three|anime|d3(?:[.@/-]|$)|tailwind|pixi|jquery|split-type|chart/i;

/** True when the source loads remote code that may do anything, or a local bundle that the author's code may be in. */
export function isUnknownCode(unit: Unit): boolean {
  const remote = unit.scriptUrls.some((url) => /^(?:https?:)?\/\//i.test(url) && !PASSIVE.test(url));
  return remote || unit.scripts.some((script) => script.source.isLibrary && !PASSIVE.test(script.source.file));
}
