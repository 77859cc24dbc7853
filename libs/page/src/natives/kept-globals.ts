/** What the runtime calls by its name on the way of a frame: `bundle.mjs` puts these in the place of such names, as a page may redefine them. */
const {
  CustomEvent: keptCustomEvent,
  Event: keptEvent,
  Map: keptMap,
  Set: keptSet,
  WeakMap: keptWeakMap,
  WeakSet: keptWeakSet,
  Array: keptArray,
  Math: keptMath,
  Number: keptNumber,
  Object: keptObject,
  Reflect: keptReflect,
  performance: keptPerformance,
} = globalThis;

export {
  keptArray as Array,
  keptCustomEvent as CustomEvent,
  keptEvent as Event,
  keptMap as Map,
  keptMath as Math,
  keptNumber as Number,
  keptObject as Object,
  keptPerformance as performance,
  keptReflect as Reflect,
  keptSet as Set,
  keptWeakMap as WeakMap,
  keptWeakSet as WeakSet,
};
