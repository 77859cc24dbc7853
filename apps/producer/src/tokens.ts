/** Injection tokens of what is no class: farm, store and tracing are interfaces. */
export const FARM = Symbol('Farm');
export const STORE = Symbol('ObjectStore');
export const TRACING = Symbol('Tracing');
