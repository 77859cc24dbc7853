import { ACTIVE_STATUSES, TERMINAL_STATUSES, TRANSITIONS } from '../../records/states.js';

const set = (words: readonly string[]): string => `{${words.map((word) => `['${word}']=true`).join(',')}}`;

/** The table of states.ts as a table of Lua: reason, then from, gives to. */
const ways = Object.entries(TRANSITIONS)
  .map(([reason, { from, to }]: [string, { readonly from: readonly string[]; readonly to: unknown }]) => {
    const pairs = from.map(
      (one) => `['${one}']='${typeof to === 'string' ? to : (to as Record<string, string>)[one]}'`,
    );
    return `['${reason}']={${pairs.join(',')}}`;
  })
  .join(',');

/** States and ways between them for scripts, made from the one table. STAGE also names the states in which steps may run. */
export const states = `
local WAYS = {${ways}}
local ACTIVE = ${set(ACTIVE_STATUSES)}
local TERMINAL = ${set(TERMINAL_STATUSES)}
local STAGE = { preparing = 'compile', rendering = 'capture', assembling = 'assemble' }
`;
