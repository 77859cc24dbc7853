/** A GSAP whose string targets see one instance only (reference: composition-format 6). */
import { selectIn } from './scoped-document.js';

type Call = (...args: unknown[]) => unknown;
type Library = Record<PropertyKey, unknown>;

/** Functions of `gsap` and of its timelines whose first argument names targets. */
const TARGETED = new Set([
  'to',
  'from',
  'fromTo',
  'set',
  'quickTo',
  'quickSetter',
  'getProperty',
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

export function scopedAnimation(rootOf: () => Element | null): { gsap(): unknown } {
  const targets = (value: unknown): unknown => {
    if (typeof value === 'string') return selectIn(rootOf(), value);
    if (Array.isArray(value))
      return value.flatMap((item) => (typeof item === 'string' ? selectIn(rootOf(), item) : [item]));
    return value;
  };
  const first = (value: unknown): unknown =>
    typeof value === 'string' && /^[#.[]/.test(value) ? (selectIn(rootOf(), value)[0] ?? value) : value;

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

  /** Timelines keep their identity: only their methods that take targets are replaced, on the instance. */
  const timeline = (made: unknown): unknown => {
    const object = made as Library;
    for (const name of TARGETED) {
      const method = object[name];
      if (typeof method !== 'function') continue;
      Object.defineProperty(object, name, {
        value: targeted(object, method as Call),
        configurable: true,
        writable: true,
        enumerable: false,
      });
    }
    return made;
  };

  const utilities = (utils: Library): Library => ({
    ...utils,
    toArray: (value: unknown, scope?: unknown, flat?: unknown) =>
      (utils.toArray as Call)(scope === undefined ? targets(value) : value, scope, flat),
    selector: (value: unknown) => (utils.selector as Call)(value ?? rootOf()),
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
        else if (key === 'timeline')
          scoped = (...args: unknown[]) => timeline(Reflect.apply(value as Call, target, args));
        else if (typeof key === 'string' && TARGETED.has(key)) scoped = targeted(target, value as Call);
        else return value;
        wrapped.set(key, scoped);
        return scoped;
      },
    });
  };

  let source: unknown;
  let scoped: unknown;
  return {
    gsap() {
      const current = (window as unknown as { gsap?: unknown }).gsap;
      if (current === null || (typeof current !== 'object' && typeof current !== 'function')) return current;
      if (source !== current) {
        source = current;
        scoped = wrap(current as Library);
      }
      return scoped;
    },
  };
}
