/** What the parts of the runtime share within one document. */
import type { PageConfig } from '@framefarm/contract';
import type { VirtualClock } from './clock/virtual-clock.js';
import { classListOf, idOf } from './natives/own-properties.js';
import { shortText } from './report/short-text.js';
import type { WarningLog } from './report/warnings.js';
import type { FollowedWorkers } from './worker-clock/followed-workers.js';

export interface Page {
  /** Completed when the page has settled, if a script made the root. */
  config: PageConfig;
  readonly clock: VirtualClock;
  readonly log: WarningLog;
  /** Of all its documents; null where workers have no clock of the frames. */
  readonly workers: FollowedWorkers | null;
}

/** What it shares with the documents in its iframes. */
export interface PageAround extends Pick<Page, 'clock' | 'log' | 'workers'> {
  /** While a frame, or the page before the first one, waits for promises of the author. */
  isAwaited(): boolean;
  /** As the one of scroll events: browsers give no frames to a document whose iframe is not shown. */
  nextFrame(): Promise<void>;
  /** A turn of its event loop: those of a document that goes do not come. */
  turn(): Promise<void>;
}

const MAX_NAME = 200;

/** Shorthand for the id, or a place that finds the element again, in messages. */
export function nameOf(element: Element): string {
  const id = idOf(element);
  if (id !== '') return shortText(`#${id}`, MAX_NAME);
  return shortText(`${element.localName}${classesOf(element)}`, MAX_NAME);
}

/** The same with its kind, e.g. `<div#card>`. `more`: what else to say of it. */
export function tagOf(element: Element, more = ''): string {
  const id = idOf(element);
  const which = id === '' ? classesOf(element) : `#${id}`;
  return `<${shortText(`${element.localName}${which}`, MAX_NAME)}${more}>`;
}

const classesOf = (element: Element): string =>
  [...classListOf(element)]
    .slice(0, 2)
    .map((name) => `.${name}`)
    .join('');
