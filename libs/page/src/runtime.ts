/** The script that runs first in every document of a composition (reference: composition-format 7). */
import { PAGE_API_GLOBAL, PAGE_CONFIG_GLOBAL, type PageConfig } from '@framefarm/contract';
import { tellBrokenJson } from './broken-json.js';
import { installClock, type VirtualClock } from './clock/virtual-clock.js';
import { startPage } from './start.js';
import { startInside } from './start-inside.js';
import { createWarningLog, watchScriptErrors } from './warnings.js';

/** Where a document leaves its clock for the documents inside it. */
const CLOCK = Symbol.for('framefarm.clock');
type Holder = Window & typeof globalThis & { [CLOCK]?: VirtualClock } & Record<string, unknown>;

/** The clock of the nearest document around this one, or null when that is of another origin or has none. */
function clockOfParent(): VirtualClock | null {
  if (window.parent === window) return null;
  try {
    return (window.parent as Holder)[CLOCK] ?? null;
  } catch {
    // Another origin: its window cannot be read, and it has no part in the picture's clock.
    return null;
  }
}

function main(): void {
  const holder = window as unknown as Holder;
  if (holder[CLOCK] !== undefined) return;
  const config = holder[PAGE_CONFIG_GLOBAL] as PageConfig | undefined;
  if (config === undefined) {
    const parent = clockOfParent();
    if (parent === null) return;
    Object.defineProperty(holder, CLOCK, { value: parent });
    startInside(parent);
    return;
  }
  const log = createWarningLog();
  watchScriptErrors(log);
  tellBrokenJson();
  const clock = installClock(window, (thrown) => log.scriptError(thrown));
  Object.defineProperty(holder, CLOCK, { value: clock });
  const api = startPage({ config, clock, log });
  Object.defineProperty(holder, PAGE_API_GLOBAL, { value: Object.freeze(api) });
}

main();
