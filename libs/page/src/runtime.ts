/** The script that runs first in every document of a composition (reference: composition-format 7). */
import { PAGE_API_GLOBAL, PAGE_CONFIG_GLOBAL, type PageConfig } from '@framefarm/contract';
import { installClock } from './clock/virtual-clock.js';
import { nextFrame } from './frame/scroll-events.js';
import { tellBrokenJson } from './natives/broken-json.js';
import { nativeTurn } from './natives/natives.js';
import type { PageAround } from './page.js';
import { createWarningLog, watchScriptErrors } from './report/warnings.js';
import { isPageAwaited } from './sources/page-waits.js';
import { startPage } from './start.js';
import { startInside } from './start-inside.js';
import { openFollowedWorkers } from './worker-clock/page-workers.js';

/** Where a document leaves what the documents inside it share with the page. */
const PAGE = Symbol.for('framefarm.page');
type Holder = Window & typeof globalThis & { [PAGE]?: PageAround } & Record<string, unknown>;

/** The page that holds this document, or null when the nearest document around this one is of another origin or has none. */
function pageAround(): PageAround | null {
  if (window.parent === window) return null;
  try {
    return (window.parent as Holder)[PAGE] ?? null;
  } catch {
    // Another origin: its window cannot be read, and it has no part in the picture's clock.
    return null;
  }
}

function main(): void {
  const holder = window as unknown as Holder;
  if (holder[PAGE] !== undefined) return;
  const config = holder[PAGE_CONFIG_GLOBAL] as PageConfig | undefined;
  if (config === undefined) {
    const page = pageAround();
    if (page === null) return;
    Object.defineProperty(holder, PAGE, { value: page });
    startInside(page);
    return;
  }
  const log = createWarningLog();
  watchScriptErrors(log);
  tellBrokenJson();
  const clock = installClock(window, (thrown) => log.scriptError(thrown));
  const workers = openFollowedWorkers(clock, log);
  Object.defineProperty(holder, PAGE, {
    value: { clock, log, workers, nextFrame, turn: nativeTurn, isAwaited: isPageAwaited } satisfies PageAround,
  });
  const api = startPage({ config, clock, log, workers });
  Object.defineProperty(holder, PAGE_API_GLOBAL, { value: Object.freeze(api) });
}

main();
