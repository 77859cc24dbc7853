/** What else than `Date` and `performance.now` tells a window the present: it is the frame time there too. */

import { replaceGetter, replaceMethod } from '../natives/wrap-natives.js';

interface ZonedTime {
  toPlainDateTime(): unknown;
  toPlainDate(): unknown;
  toPlainTime(): unknown;
}

interface Instant {
  toZonedDateTimeISO(timeZone: unknown): ZonedTime;
}

/** The part used of what younger browsers have. */
interface Temporal {
  readonly Instant: { fromEpochMilliseconds(milliseconds: number): Instant };
  readonly Now: { timeZoneId(): string };
}

/** A format that is given no date takes the present. */
function presentFormats(format: object, now: () => number): void {
  // The same function each time, as the native getter gives.
  const formats = new WeakMap<object, (date?: unknown) => unknown>();
  replaceGetter<object>(format, 'format', (self, native) => {
    const original = native() as (date: unknown) => unknown;
    const known = formats.get(self) ?? ((date) => original(date === undefined ? now() : date));
    formats.set(self, known);
    return known;
  });
  replaceMethod(format, 'formatToParts', (_, native, [date]) => native(date === undefined ? now() : date));
}

function presentTemporal({ Instant, Now }: Temporal, now: () => number): void {
  // An instant has no part of a millisecond in the form that takes numbers.
  const instant = () => Instant.fromEpochMilliseconds(Math.floor(now()));
  const zoned = ([timeZone]: readonly unknown[]) => instant().toZonedDateTimeISO(timeZone ?? Now.timeZoneId());
  replaceMethod(Now, 'instant', instant);
  replaceMethod(Now, 'zonedDateTimeISO', (_, __, args) => zoned(args));
  replaceMethod(Now, 'plainDateTimeISO', (_, __, args) => zoned(args).toPlainDateTime());
  replaceMethod(Now, 'plainDateISO', (_, __, args) => zoned(args).toPlainDate());
  replaceMethod(Now, 'plainTimeISO', (_, __, args) => zoned(args).toPlainTime());
}

/** What scripts measure by themselves. */
const MEASURED = ['mark', 'measure'];

/** Times of the performance timeline: those of scripts are of their frames, and all that the browser has measured was before the first. */
function presentTimings(target: Window & typeof globalThis, now: () => number): void {
  const { Performance } = target;
  replaceMethod(Performance.prototype, 'mark', (_, native, [name, options]) =>
    native(name, { startTime: now(), ...(options as PerformanceMarkOptions | undefined) }),
  );
  replaceMethod(Performance.prototype, 'measure', (_, native, [name, from, to]) => {
    if (to !== undefined) return native();
    if (typeof from !== 'object' || from === null)
      return native(name, { start: (from as string | undefined) ?? 0, end: now() });
    const given = from as PerformanceMeasureOptions;
    if (Object.keys(given).length === 0) return native(name, { start: 0, end: now() });
    const isOpen = given.start !== undefined && given.end === undefined && given.duration === undefined;
    return isOpen ? native(name, { ...given, end: now() }) : native();
  });
  for (const owner of measuredBy(target)) {
    const { prototype } = owner;
    for (const part of Object.keys(Object.getOwnPropertyDescriptors(prototype)).filter((name) => MOMENT.test(name))) {
      replaceGetter<PerformanceEntry>(prototype, part, (entry, native) =>
        MEASURED.includes(entry.entryType) ? native() : 0,
      );
    }
    // Which reads what it tells past the getters.
    replaceMethod<Record<string, unknown>>(prototype, 'toJSON', (entry, native) => {
      const told = Object.entries(native() as object);
      return Object.fromEntries(told.map(([name, value]) => [name, MOMENT.test(name) ? entry[name] : value]));
    });
  }
  replaceMethod<Performance>(Performance.prototype, 'toJSON', ({ timeOrigin }, native) => ({
    ...(native() as object),
    timeOrigin,
  }));
}

/** What tells a time or how long something took, in entries of any type. */
const MOMENT = /(?:Start|End|[tT]ime|Timestamp|Interactive|Complete|[dD]uration|Restart)$/;

/** The classes of what the browser measures. */
function measuredBy(target: Window & typeof globalThis): { readonly prototype: object }[] {
  const { PerformanceEntry } = target;
  const globals = target as unknown as Record<string, { readonly prototype?: unknown } | undefined>;
  const names = Object.getOwnPropertyNames(target).filter((name) => /^(?:Performance|LargestContentful)/.test(name));
  const kinds = names.map((name) => globals[name]?.prototype).filter((kind) => kind instanceof PerformanceEntry);
  return [PerformanceEntry.prototype, ...kinds].map((prototype) => ({ prototype: prototype as object }));
}

/** The time of a document or of a worker, ms. */
export interface Present {
  /** Frame time, from epoch 0. */
  now(): number;
  /** Frame time at which the document or the worker began: that of documents is that of their first frame, 0. */
  began(): number;
}

/** What documents and workers have. */
export function showPresent(target: Window & typeof globalThis, { now, began }: Present): void {
  const since = (): number => now() - began();
  presentFormats(target.Intl.DateTimeFormat.prototype, now);
  const { Temporal } = target as { readonly Temporal?: Temporal };
  if (Temporal !== undefined) presentTemporal(Temporal, now);
  replaceGetter(target.Performance.prototype, 'timeOrigin', began);
  presentTimings(target, since);
  // A file that is told no time has that in which it was made.
  target.File = new Proxy(target.File, {
    construct: (File, [parts, name, options, ...rest], newTarget) =>
      Reflect.construct(
        File,
        [parts, name, { lastModified: now(), ...(options as FilePropertyBag) }, ...rest],
        newTarget,
      ),
  });
  // An event is looked at in the frame in which it comes.
  replaceGetter(target.Event.prototype, 'timeStamp', since);
}

/** What documents have besides; `now`: frame time in milliseconds. */
export function showDocumentPresent(target: Window & typeof globalThis, now: () => number): void {
  const { PerformanceTiming } = target;
  for (const [part, { get }] of Object.entries(Object.getOwnPropertyDescriptors(PerformanceTiming.prototype))) {
    if (get !== undefined) replaceGetter(PerformanceTiming.prototype, part, () => 0);
  }
  replaceMethod(PerformanceTiming.prototype, 'toJSON', (_, native) =>
    Object.fromEntries(Object.keys(native() as object).map((name) => [name, 0])),
  );
  // What is observed is looked at in the frame in which it is, as events are.
  replaceGetter(target.IntersectionObserverEntry.prototype, 'time', now);
  // The project is served without the times of its files, for which a browser puts the time of arrival.
  replaceGetter(target.Document.prototype, 'lastModified', () => '01/01/1970 00:00:00');
}
