/** Waits until the page has nothing open, without any fixed delay (reference: composition-format 7.4). */
import type { SettleReport } from '@framefarm/contract';
import type { FrameTimers } from '../clock/frame-timers.js';
import { findRoot, rootHint } from '../document/composition-tree.js';
import { frameOrTimer } from '../frame/native-frame.js';
import type { StartedWork } from '../frame/started-work.js';
import { nativeNow, nativeTurn } from '../natives/natives.js';
import type { Page } from '../page.js';
import { shortText } from '../report/short-text.js';
import type { Activity } from './activity.js';
import type { Builds } from './builds.js';
import type { ObserverCalls } from './observer-calls.js';
import type { Readiness } from './readiness.js';

/** Once a script has failed, what it should have built will not come. */
const BUDGET_AFTER_FAILURE_MS = 2000;
/** Frames may be issued by a driver, or not at all for a while. */
const FRAME_FALLBACK_MS = 25;
/** The same where observers are called in frames. */
const OBSERVED_FALLBACK_MS = 500;
const QUIET_TURNS = 2;
/** Times that a page which is quiet is looked at by its own intervals: what one of them finds may begin what the next one looks for. */
const MOST_LOOKS = 3;
/** Nothing has changed for so long: what loads may wait for a timer, or for an interval to find something, ms. */
const STUCK_MS = 3000;

export interface SettleParts {
  readonly activity: Activity;
  readonly readiness: Readiness;
  readonly builds: Builds;
  readonly observers: ObserverCalls;
  readonly startedWork: Pick<StartedWork, 'building' | 'count'>;
  /** Libraries and media that still load, in words. */
  loading(): string[];
  /** How much each document in an iframe has begun. */
  begunInside(): readonly number[];
  /** Runs between turns: adopts what appeared. */
  adopt(): void;
  readonly timers: Pick<FrameTimers, 'fireNext' | 'free'>;
  /** Intervals look for what is there by now; false where none does. */
  look(): boolean;
}

export async function settlePage(page: Page, parts: SettleParts, budgetMs: number): Promise<SettleReport> {
  const began = nativeNow();
  let quiet = 0;
  /** What the page has asked for, observers have been called for and scripts have begun to make. */
  let lastCounts: readonly number[] = [];
  let open: string[] = [];
  let looks = 0;
  let hasBegun = true;
  let isStuck = false;
  /** Turns in which nothing but timers was under way, and nothing has changed. */
  let still = 0;
  let lastChange = began;
  for (;;) {
    parts.adopt();
    // In the order of the page: a machine that loads slowly runs them before the load event, another one after it.
    const ran = (document.readyState === 'complete' || isStuck) && runNew(page);
    const loading = [
      ...(document.readyState === 'complete' ? [] : ['the load event']),
      ...parts.activity.open(),
      ...parts.readiness.open(),
      ...parts.startedWork.building(),
      ...parts.loading(),
    ];
    const building = parts.builds.open();
    // One in each turn: what it begins to load comes before the next one.
    const fired =
      (loading.length === 0 || building.length > 0 || isStuck) && parts.timers.fireNext(still >= QUIET_TURNS);
    open = [...loading, ...parts.activity.timers(), ...building];
    const own = [parts.activity, parts.observers, parts.startedWork].map(({ count }) => count);
    const counts = [...own, ...parts.begunInside()];
    const isChanged = ran || fired || counts.some((count, index) => count !== lastCounts[index]);
    lastCounts = counts;
    if (isChanged) lastChange = nativeNow();
    still = isChanged || loading.length > 0 || building.length > 0 ? 0 : still + 1;
    if (isChanged || open.length > 0) {
      hasBegun = true;
      quiet = 0;
    } else quiet += 1;
    if (quiet >= QUIET_TURNS) {
      if (!hasBegun || looks === MOST_LOOKS || !parts.look()) break;
      looks += 1;
      hasBegun = false;
      quiet = 0;
    } else if (nativeNow() - lastChange >= STUCK_MS) {
      isStuck = true;
      parts.timers.free();
      parts.look();
      lastChange = nativeNow();
    }
    const budget = page.log.failed ? Math.min(budgetMs, BUDGET_AFTER_FAILURE_MS) : budgetMs;
    if (nativeNow() - began >= budget) break;
    await frameOrTimer(parts.observers.areExpected() ? OBSERVED_FALLBACK_MS : FRAME_FALLBACK_MS);
    await nativeTurn();
  }
  const settled = open.length === 0;
  if (!settled) report(page, open);
  const root = findRoot();
  return {
    settled,
    waitingFor: open.map((what) => shortText(what)),
    hasRoot: root !== null,
    rootHint: root === null ? rootHint() : null,
  };
}

/** Runs callbacks of frames that never ran before, also those of documents inside the page. True if any ran. */
function runNew({ clock }: Page): boolean {
  const queues = [clock.frames, ...[...clock.followers].map(({ frames }) => frames)];
  return queues.map((queue) => queue.runNew(clock.now())).includes(true);
}

function report(page: Page, open: readonly string[]): void {
  const images = open.filter((what) => what.startsWith('image ')).map((what) => what.slice('image '.length));
  const media = [...new Set(images), ...open.filter((what) => what.startsWith('font '))];
  if (media.length > 0) {
    page.log.warn('media_readiness_timeout', `Not ready within the settle budget: ${media.join(', ')}`, {
      sources: media,
    });
  }
  const rest = open.filter((what) => !what.startsWith('font ') && !what.startsWith('image '));
  if (rest.length === 0) return;
  const code = page.log.failed ? 'sub_timeline_script_failure' : 'sub_timeline_readiness_timeout';
  page.log.warn(code, `The page did not settle; still waiting for ${rest.join(', ')}`, { waitingFor: rest });
}
