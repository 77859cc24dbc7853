/** Whether a timeline calls functions of scripts while it goes on. */

const CALLBACKS = ['onStart', 'onUpdate', 'onComplete', 'onRepeat', 'onReverseComplete', 'onInterrupt'];

interface Played {
  readonly vars?: Readonly<Record<string, unknown>>;
  /** Holds the tweens of single targets, where they are staggered or have keyframes. */
  readonly timeline?: unknown;
  getChildren?: (nested?: boolean, tweens?: boolean, timelines?: boolean) => readonly Played[];
}

/**
 * Of GSAP, with all that is in it: by a callback of any of them, of which `call()` is one. Anything else that can be seeked is code of the
 * page itself.
 */
export function callsScripts(timeline: unknown): boolean {
  if (timeline === null || typeof timeline !== 'object') return typeof timeline === 'function';
  const { getChildren } = timeline as Played;
  if (typeof getChildren !== 'function') return true;
  try {
    return [timeline as Played, ...getChildren.call(timeline, true, true, true)].some(calls);
  } catch {
    // No timeline of GSAP, only a name of its methods.
    return true;
  }
}

const calls = ({ vars, timeline }: Played): boolean =>
  CALLBACKS.some((name) => typeof vars?.[name] === 'function') || (timeline !== undefined && callsScripts(timeline));
