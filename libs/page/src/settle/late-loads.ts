/** What scripts have under way behind the load event: modules, other scripts and style sheets (reference: composition-format 7.4). */
import { LOADS_TOLD_POLICY } from '@framefarm/contract';
import { nativeNow, nativeOrigin } from '../natives/natives.js';
import { pathOf } from '../report/warnings.js';

/**
 * Turns of the page in which what came is parsed, asks for what it imports, runs: a chain of tasks that wait for nothing but each
 * other, so that it does not matter how fast the machine is.
 */
const TURNS_TO_RUN = 6;
/** So long after a script whose begin was not told others may follow that it imports, ms. */
const UNTOLD_LIMIT_MS = 200;

/** What browsers call that begins to load, by the directive that it violates. */
const KINDS: Readonly<Record<string, string>> = {
  'script-src-elem': 'script',
  'style-src-elem': 'style sheet',
  'connect-src': 'module',
};
/** Of entries that stand for no script, style sheet or module. */
const OTHER_INITIATORS = new Set(['fetch', 'xmlhttprequest', 'img', 'image', 'video', 'audio', 'beacon']);

export interface LateLoads {
  /** What is open now, in words; to be called once in each turn of the page. */
  open(): string[];
  /** Changes whenever something begins or ends. */
  readonly count: number;
  /** When the last of it came, by the real clock of the page in ms; that of the load event where nothing followed it. Null before. */
  readonly lastAt: number | null;
}

const withoutFragment = (url: string): string => url.replace(/#.*/s, '');

/**
 * Begin: where the document came with {@link LOADS_TOLD_POLICY}, each load violates it. End: its entry among those of resources, which
 * failed and refused ones have as well. To be called before any script of the author.
 * @param onScript hears of each script or module that begins to load
 */
export function watchLateLoads(onScript: (path: string) => void): LateLoads {
  const open = new Map<string, string>();
  const ended = new Set<string>();
  let count = 0;
  let lastAt: number | null = null;
  let untoldAt = Number.NEGATIVE_INFINITY;
  let turnsLeft = 0;
  let byScript = false;

  const moved = (): void => {
    count++;
    // What comes earlier the load event waits for.
    if (lastAt !== null) turnsLeft = TURNS_TO_RUN;
  };
  const end = (url: string): void => {
    ended.add(url);
    if (!open.delete(url)) return;
    moved();
    if (lastAt !== null) lastAt = nativeNow();
  };
  /**
   * Whether the end of a style sheet is waited for here. The load event waits for those before it; what a sheet of another origin
   * imports, of there as well, has no entry.
   */
  const hasEntry = (url: string, isOfScript: boolean): boolean =>
    lastAt !== null && (isOfScript || url.startsWith(`${nativeOrigin}/`));
  const note = (entries: readonly PerformanceEntry[]): void => {
    for (const { name, initiatorType } of entries as PerformanceResourceTiming[]) {
      if (OTHER_INITIATORS.has(initiatorType)) continue;
      const url = withoutFragment(name);
      const isUntold = !open.has(url) && !ended.has(url) && initiatorType === 'script' && lastAt !== null;
      end(url);
      if (!isUntold) continue;
      moved();
      untoldAt = nativeNow();
    }
  };
  const fetched = new PerformanceObserver((list) => note(list.getEntries()));
  // What stands first in a document comes while this script is on its way.
  fetched.observe({ type: 'resource', buffered: true });

  window.addEventListener(
    'securitypolicyviolation',
    (event) => {
      if (event.originalPolicy !== LOADS_TOLD_POLICY) return;
      event.stopImmediatePropagation();
      const url = withoutFragment(event.blockedURI);
      const isOfScript = event.lineNumber > 0;
      // Also each fetch() and the like, which a script calls, where modules are asked for by modules.
      if (event.effectiveDirective === 'connect-src' && isOfScript) return;
      byScript ||= isOfScript;
      if (event.effectiveDirective !== 'style-src-elem') onScript(pathOf(url));
      moved();
      if (event.effectiveDirective === 'style-src-elem' && !hasEntry(url, isOfScript)) return;
      // Of all others only the scheme is told, and no entry follows.
      if (!/^https?:/.test(url)) untoldAt = nativeNow();
      // A document loads no module twice, and has what else it loads again at hand.
      else if (!ended.has(url)) open.set(url, `${KINDS[event.effectiveDirective] ?? 'request'} ${pathOf(url)}`);
    },
    true,
  );
  window.addEventListener('load', () => {
    lastAt = nativeNow();
    if (byScript) turnsLeft = TURNS_TO_RUN;
  });

  return {
    open() {
      note(fetched.takeRecords());
      if (open.size > 0) return [...open.values()];
      if (turnsLeft > 0) turnsLeft--;
      else if (nativeNow() - untoldAt >= UNTOLD_LIMIT_MS) return [];
      return ['what scripts import'];
    },
    get count() {
      return count;
    },
    get lastAt() {
      return lastAt;
    },
  };
}
