/** `window.__timelines`: which timeline belongs to which composition (reference: composition-format 6, 7.2, 7.4). */
import type { MountedInstance } from '../../document/composition-tree.js';
import type { WarningLog } from '../../report/warnings.js';
import { type TimelineLike, timelinesOf } from './timeline.js';

export interface TimelineRegistry {
  /** The object that the page sees; ids of single mounts answer under their authored id too. */
  readonly global: Record<string, unknown>;
  /** Binds entries to instances by id, and joins what is left over when that can mean only one thing. */
  bind(instances: readonly MountedInstance[]): void;
  /** Timelines by runtime id, after `bind`. */
  readonly bound: ReadonlyMap<string, readonly TimelineLike[]>;
  /** From now on a new registration is not driven but reported. */
  close(): void;
  /** Looks for entries that appeared after `close`. */
  reportLate(): void;
}

/** True for an element that says it has no timeline. */
const declaresNone = (instance: MountedInstance): boolean =>
  instance.element.hasAttribute('data-no-timeline') || (instance.host?.hasAttribute('data-no-timeline') ?? false);

export function createTimelineRegistry(log: WarningLog): TimelineRegistry {
  const global: Record<string, unknown> = {};
  const bound = new Map<string, readonly TimelineLike[]>();
  let known: ReadonlyMap<string, unknown> | null = null;
  let ids: readonly MountedInstance[] = [];

  /**
   * The page may have replaced the object: `window.__timelines = {…}`. What was registered before, as by children above that script, holds
   * as long as nothing else has its name.
   */
  const entries = (): Map<string, unknown> => {
    const current = (window as unknown as { __timelines?: unknown }).__timelines;
    const all = current !== null && typeof current === 'object' ? { ...global, ...current } : global;
    return new Map(Object.entries(all).filter(([, value]) => timelinesOf(value).length > 0));
  };

  const bind = (instances: readonly MountedInstance[]): void => {
    ids = instances;
    bound.clear();
    const open = entries();
    const missing: MountedInstance[] = [];
    const used = new Set<string>();
    for (const instance of instances) {
      const mounts = instances.filter((other) => other.authoredId === instance.authoredId).length;
      const key = [instance.id, ...(mounts === 1 ? [instance.authoredId] : [])].find((name) => open.has(name));
      if (key === undefined) {
        if (!declaresNone(instance)) missing.push(instance);
        continue;
      }
      bound.set(instance.id, timelinesOf(open.get(key)));
      used.add(key);
    }
    for (const key of used) open.delete(key);
    const boundTimelines = new Set([...bound.values()].flat());
    for (const [key, value] of open)
      if (timelinesOf(value).every((timeline) => boundTimelines.has(timeline))) open.delete(key);
    const [left] = open;
    // A lone timeline is the root's; otherwise one leftover and one composition without any belong together.
    const target =
      instances.length === 1
        ? missing[0]
        : missing.length === 1
          ? missing[0]
          : missing.find((instance) => instance.host === null && open.size === 1 && bound.size === 0);
    if (open.size !== 1 || left === undefined || target === undefined) return;
    bound.set(target.id, timelinesOf(left[1]));
    log.warn(
      'timeline_id_mismatch',
      `Timeline "${left[0]}" matches no composition; it was joined with composition "${target.authoredId}"`,
      { timeline: left[0], composition: target.authoredId },
    );
  };

  return {
    global,
    bound,
    bind,
    close() {
      known ??= entries();
    },
    reportLate() {
      if (known === null) return;
      for (const [key, value] of entries()) {
        if (known.get(key) === value) continue;
        const bindable = ids.some((instance) => instance.id === key || instance.authoredId === key);
        log.warn(
          'timeline_registered_late',
          `Timeline "${key}" was registered after the page had settled and is not driven${bindable ? '; register it synchronously' : ''}`,
          { timeline: key },
        );
      }
    },
  };
}
