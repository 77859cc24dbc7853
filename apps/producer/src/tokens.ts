/** Injection tokens of what is no class: the farm and the store are interfaces with one implementation each. */
export const FARM = Symbol('Farm');
export const STORE = Symbol('ObjectStore');
