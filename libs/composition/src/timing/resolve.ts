/** Resolves `data-start` references and nested windows to seconds of the render (reference: composition-format 3, 4, 6). */
import type { InstanceClock, ResolvedTiming, TimedElement, TimedInstance, TimeWindow, TimingProblem } from './model.js';
import { parseSeconds, parseStart, proposeSpacing, withinReach } from './start-grammar.js';

const ROOT_CLOCK: InstanceClock = { hostStart: 0, playbackStart: 0, rate: 1 };

/** Window length as written, or the length the content gives; null when open. */
function lengthOf(element: TimedElement, localStart: number): number | null {
  const duration = parseSeconds(element.duration);
  if (duration !== null && duration > 0) return duration;
  if (element.duration === null) {
    const end = parseSeconds(element.end);
    if (end !== null && end > localStart) return end - localStart;
  }
  if (element.isMedia) return element.mediaLength;
  return element.childLength;
}

/** An element whose start is the end of another one, and seconds more. */
interface Link {
  readonly from: TimedElement;
  readonly target: TimedElement;
  readonly offset: number;
}

const nameOf = (element: TimedElement): string => element.id ?? element.compositionId ?? 'without id';

function unresolved(element: TimedElement, name: string): TimingProblem {
  const spaced = proposeSpacing(name);
  const advice = spaced === null ? '' : `; did you mean "${spaced}" (a minus needs spaces around it)?`;
  return {
    code: 'unresolved_start_reference',
    message: `Element "${nameOf(element)}" starts at "${element.start}", but its composition has no element "${name}"; it starts at 0${advice}`,
    key: element.key,
  };
}

function cyclic({ from, target }: Link): TimingProblem {
  return {
    code: 'cyclic_start_reference',
    message: `Element "${nameOf(from)}" starts at "${from.start}", and "${nameOf(target)}" in turn depends on it; all of this cycle start at 0`,
    key: from.key,
  };
}

class Resolver {
  readonly #elements: readonly TimedElement[];
  readonly #instances: ReadonlyMap<string, TimedInstance>;
  readonly #byKey = new Map<number, TimedElement>();
  readonly #byName = new Map<string, TimedElement>();
  readonly #localStarts = new Map<number, number>();
  readonly #clocks = new Map<string, InstanceClock>();
  readonly problems: TimingProblem[] = [];

  constructor(elements: readonly TimedElement[], instances: readonly TimedInstance[]) {
    this.#elements = elements;
    this.#instances = new Map(instances.map((instance) => [instance.id, instance]));
    for (const element of elements) this.#byKey.set(element.key, element);
    for (const element of elements) if (element.id !== null) this.#name(element, element.id);
    for (const element of elements) if (element.compositionId !== null) this.#name(element, element.compositionId);
  }

  /** The first element with a name keeps it; ids are entered before composition ids. */
  #name(element: TimedElement, name: string): void {
    const key = `${element.instance}\n${name}`;
    if (!this.#byName.has(key)) this.#byName.set(key, element);
  }

  #find(instance: string, name: string): TimedElement | undefined {
    return this.#byName.get(`${instance}\n${name}`);
  }

  /**
   * Start relative to the element's own composition, seconds >= 0. Each element refers to one other, so that what it depends on is a
   * chain, and a chain may be as long as a document: it is followed to its end and then back, without a call for each link.
   */
  localStart(element: TimedElement): number {
    const chain: Link[] = [];
    const places = new Map<number, number>();
    let at = element;
    while (!this.#localStarts.has(at.key)) {
      const link = this.#linkOf(at);
      if (link === null) break;
      places.set(at.key, chain.length);
      chain.push(link);
      at = link.target;
      const first = places.get(at.key);
      if (first === undefined) continue;
      // All of a cycle start at 0, wherever the document begins with it.
      for (const { from } of chain.splice(first)) this.#localStarts.set(from.key, 0);
      this.problems.push(cyclic(link));
    }
    for (const { from, target, offset } of chain.reverse()) {
      const start = this.#localStarts.get(target.key) ?? 0;
      this.#localStarts.set(from.key, Math.max(0, start + (lengthOf(target, start) ?? 0) + offset));
    }
    return this.#localStarts.get(element.key) ?? 0;
  }

  /** What the start of an element refers to; null when it is known without another one, which is noted then. */
  #linkOf(from: TimedElement): Link | null {
    const expression = parseStart(from.start ?? '0', (id) => this.#find(from.instance, id) !== undefined);
    if (expression.kind === 'number') {
      this.#localStarts.set(from.key, expression.seconds);
      return null;
    }
    const { target: name, offset } = expression;
    const target = this.#find(from.instance, name);
    if (target !== undefined) return { from, target, offset };
    this.#localStarts.set(from.key, 0);
    this.problems.push(unresolved(from, name));
    return null;
  }

  clock(id: string): InstanceClock {
    const known = this.#clocks.get(id);
    if (known !== undefined) return known;
    const instance = this.#instances.get(id);
    const host = instance?.host == null ? undefined : this.#byKey.get(instance.host);
    if (instance === undefined || host === undefined) return ROOT_CLOCK;
    this.#clocks.set(id, ROOT_CLOCK);
    const outer = this.clock(host.instance);
    const clock = {
      hostStart: this.window(host).start,
      playbackStart: instance.playbackStart,
      rate: outer.rate * instance.rate,
    };
    this.#clocks.set(id, clock);
    return clock;
  }

  window(element: TimedElement): TimeWindow {
    const local = this.localStart(element);
    const length = lengthOf(element, local);
    const clock = this.clock(element.instance);
    const start = withinReach(
      this.#isAbsolute(element, local, length) ? local : clock.hostStart + local - clock.playbackStart,
    );
    if (length === null) return { start, end: null };
    const end = withinReach(start + length);
    return element.loopsFreely === true ? { start, end: null, passEnd: end } : { start, end };
  }

  /**
   * Compatibility: a numeric start on media counts as absolute when the window as written overlaps the host's absolute
   * window, unless the author says what it counts from. Without a written length only the start itself is looked at.
   */
  #isAbsolute(element: TimedElement, local: number, length: number | null): boolean {
    if (!element.isMedia || element.start === null || parseSeconds(element.start) === null) return false;
    const instance = this.#instances.get(element.instance);
    const host = instance?.host == null ? undefined : this.#byKey.get(instance.host);
    if (host === undefined) return false;
    if (element.startBasis != null) return element.startBasis === 'global';
    const window = this.window(host);
    const written = element.duration === null && element.end === null ? 0 : (length ?? 0);
    const startsBeforeEnd = window.end === null || local < window.end;
    return startsBeforeEnd && (local >= window.start || local + written > window.start);
  }

  all(): ResolvedTiming {
    const windows = new Map(this.#elements.map((element) => [element.key, this.window(element)]));
    const clocks = new Map([...this.#instances.keys()].map((id) => [id, this.clock(id)]));
    return { windows, clocks, problems: this.problems };
  }
}

/**
 * Windows of all timed elements in seconds from the start of the render, and the clock of each instance. Unknown and
 * cyclic references count as 0 and are reported as problems; a window may begin before 0 when playback-start moves it.
 */
export function resolveTiming(elements: readonly TimedElement[], instances: readonly TimedInstance[]): ResolvedTiming {
  return new Resolver(elements, instances).all();
}

/**
 * Names that starts refer to and no timed element of their composition has, by instance. What has such a name as its id is a target
 * as well: it begins with its composition.
 */
export function missingTargets(elements: readonly TimedElement[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Set(
    elements.flatMap(({ instance, id, compositionId }) => [`${instance}\n${id}`, `${instance}\n${compositionId}`]),
  );
  const missing = new Map<string, Set<string>>();
  for (const { instance, start } of elements) {
    const isKnown = (name: string): boolean => known.has(`${instance}\n${name}`);
    const expression = parseStart(start ?? '0', isKnown);
    if (expression.kind === 'number' || isKnown(expression.target)) continue;
    const names = missing.get(instance) ?? new Set();
    missing.set(instance, names.add(expression.target));
  }
  return missing;
}

/** An element without a start that others refer to. */
export const untimedTarget = (
  place: Pick<TimedElement, 'key' | 'id' | 'instance' | 'duration' | 'end'>,
): TimedElement => ({
  ...place,
  compositionId: null,
  start: null,
  mediaLength: null,
  childLength: null,
  isMedia: false,
});

/** Time inside an instance at render time `seconds`, not clamped to its timeline (composition-format 6). */
export function childTime(clock: InstanceClock, seconds: number): number {
  return clock.playbackStart + (seconds - clock.hostStart) * clock.rate;
}

/** The inverse of {@link childTime}: root seconds at which an instance's own time is `seconds`. */
export function rootTime(clock: InstanceClock, seconds: number): number {
  return clock.hostStart + (seconds - clock.playbackStart) / clock.rate;
}
