/** A GSAP whose string targets see one instance only (reference: composition-format 6). */

type Call = (...args: unknown[]) => unknown;
type Library = Record<PropertyKey, unknown>;
type SplittingClass = { new (...args: unknown[]): object; create: Call };

/** SplitText, by what it can do. */
const isSplitting = (value: unknown): value is SplittingClass =>
  typeof value === 'function' &&
  typeof (value as unknown as Library).create === 'function' &&
  typeof (value.prototype as Library | undefined)?.split === 'function' &&
  typeof (value.prototype as Library | undefined)?.revert === 'function';

/** Functions of `gsap` and of its timelines whose first argument names targets. */
const TARGETED = new Set([
  'to',
  'from',
  'fromTo',
  'set',
  'quickTo',
  'quickSetter',
  'getTweensOf',
  'killTweensOf',
  'isTweening',
  'staggerTo',
  'staggerFrom',
  'staggerFromTo',
]);

/** Options of plugins that name elements by selector. */
const SELECTOR_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  motionPath: ['path', 'align'],
  morphSVG: ['shape'],
};

export interface ScopedAnimation {
  /** That of the page. */
  gsap(): unknown;
  /** A plugin of the page by its name; undefined where there is none. */
  plugin(name: string): unknown;
  /** What a module of the instance has to use for what it imported: GSAP, or the exports of a module that has it, limited to the instance. */
  own(imported: unknown): unknown;
}

/** @param select what a selector of the instance's scripts matches in it */
export function scopedAnimation(
  rootOf: () => Element | null,
  select: (selector: string) => Element[],
): ScopedAnimation {
  const targets = (value: unknown): unknown => {
    if (typeof value === 'string') return select(value);
    if (Array.isArray(value)) return value.flatMap((item) => (typeof item === 'string' ? select(item) : [item]));
    return value;
  };
  const one = (value: unknown): unknown => (typeof value === 'string' ? select(value)[0] : value);
  const first = (value: unknown): unknown =>
    typeof value === 'string' && /^[#.[]/.test(value) ? (select(value)[0] ?? value) : value;

  const options = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    const changed: Record<string, unknown> = value as Record<string, unknown>;
    for (const [plugin, names] of Object.entries(SELECTOR_OPTIONS)) {
      const given = changed[plugin];
      if (typeof given === 'string') changed[plugin] = first(given);
      else if (given !== null && typeof given === 'object') {
        for (const name of names) {
          const inner = given as Record<string, unknown>;
          if (name in inner) inner[name] = first(inner[name]);
        }
      }
    }
    return changed;
  };

  const targeted =
    (owner: object, call: Call): Call =>
    (...args) =>
      Reflect.apply(call, owner, [targets(args[0]), ...args.slice(1).map(options)]);

  const timelines: Library[] = [];
  /** Timelines keep their identity: only their methods that take targets are replaced, on the instance. */
  const scopeMethods = (timeline: Library, names: Iterable<string>): void => {
    for (const name of names) {
      const method = timeline[name];
      if (typeof method !== 'function' || Object.hasOwn(timeline, name)) continue;
      Object.defineProperty(timeline, name, {
        value: targeted(timeline, method as Call),
        configurable: true,
        writable: true,
        enumerable: false,
      });
    }
  };
  /** Effects, too, may be methods of timelines: of those that are made later as of those that are there. */
  const methodsOf = (gsap: Library): Set<string> => new Set([...TARGETED, ...Object.keys(gsap.effects ?? {})]);

  const utilities = (utils: Library): Library => ({
    ...utils,
    toArray: (value: unknown, scope?: unknown, flat?: unknown) =>
      (utils.toArray as Call)(scope === undefined ? targets(value) : value, scope, flat),
    selector: (value: unknown) => (utils.selector as Call)(one(value) ?? rootOf()),
  });
  const effects = (known: Library): unknown =>
    new Proxy(known, {
      get(target, key) {
        const value = Reflect.get(target, key, target);
        return typeof value === 'function' ? targeted(target, value as Call) : value;
      },
    });

  const wrap = (gsap: Library): Library => {
    const wrapped = new Map<PropertyKey, unknown>();
    return new Proxy(gsap, {
      get(target, key) {
        const known = wrapped.get(key);
        if (known !== undefined) return known;
        const value = Reflect.get(target, key, target);
        let scoped: unknown = value;
        if (key === 'utils') scoped = utilities(value as Library);
        else if (key === 'effects') scoped = effects(value as Library);
        else if (key === 'timeline')
          scoped = (...args: unknown[]) => {
            const made = Reflect.apply(value as Call, target, args) as Library;
            scopeMethods(made, methodsOf(target));
            timelines.push(made);
            return made;
          };
        else if (key === 'registerEffect')
          scoped = (...args: unknown[]) => {
            Reflect.apply(value as Call, target, args);
            for (const made of timelines) scopeMethods(made, methodsOf(target));
          };
        else if (key === 'registerPlugin')
          // GSAP hands to the page what it is given.
          scoped = (...plugins: unknown[]) =>
            Reflect.apply(
              value as Call,
              target,
              plugins.map((one) => whole.get(one) ?? one),
            );
        else if (key === 'getProperty')
          scoped = (asked: unknown, ...more: unknown[]) => Reflect.apply(value as Call, target, [one(asked), ...more]);
        else if (typeof key === 'string' && TARGETED.has(key)) scoped = targeted(target, value as Call);
        else return value;
        wrapped.set(key, scoped);
        return scoped;
      },
    });
  };

  /** A class whose constructor and `create` take targets. */
  const splitting = (plugin: SplittingClass): unknown => {
    const known = copies.get(plugin);
    if (known !== undefined) return known;
    const made: SplittingClass = new Proxy(plugin, {
      construct: (target, [first, ...rest], newTarget) =>
        Reflect.construct(target, [targets(first), ...rest], newTarget === made ? target : newTarget),
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        return key === 'create' ? targeted(target, value as Call) : value;
      },
    });
    copies.set(plugin, made);
    whole.set(made, plugin);
    return made;
  };
  const copies = new Map<object, unknown>();
  const whole = new Map<unknown, unknown>();
  const isLibrary = (value: unknown): value is Library =>
    value !== null &&
    (typeof value === 'object' || typeof value === 'function') &&
    typeof (value as Library).timeline === 'function' &&
    typeof (value as Library).registerPlugin === 'function';
  const scoped = (gsap: Library): unknown => {
    const known = copies.get(gsap) ?? wrap(gsap);
    copies.set(gsap, known);
    return known;
  };
  const own = (value: unknown): unknown => {
    if (isLibrary(value)) return scoped(value);
    if (isSplitting(value)) return splitting(value);
    if (Object.prototype.toString.call(value) !== '[object Module]') return value;
    return new Proxy(value as object, { get: (module, key) => own(Reflect.get(module, key)) });
  };
  return {
    gsap() {
      const current = (window as unknown as { gsap?: unknown }).gsap;
      return current !== null && (typeof current === 'object' || typeof current === 'function')
        ? scoped(current as Library)
        : current;
    },
    plugin: (name) => own((window as unknown as Library)[name]),
    own,
  };
}
