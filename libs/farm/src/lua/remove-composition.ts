import { script } from './script.js';

/**
 * Forgets a composition unless a render needs it, or somebody has used it after `lastUsedAt`; the look and the removal are one
 * step, which two commands are not.
 */
export const removeComposition = script(
  'remove-composition',
  [],
  `
local name = key('cmp', 'r', A.owner, A.id)
local member = A.owner .. '/' .. A.id
if call('EXISTS', name) == 0 then return 'unknown' end
if number(call('HGET', key('cmp', 'use'), member)) > 0 then return 'in-use' end
if A.lastUsedAt and number(call('HGET', name, 'lastUsedAt')) > A.lastUsedAt then return 'in-use' end
call('DEL', name)
call('ZREM', key('cmp', 'o', A.owner), A.id)
call('ZREM', key('cmp', 'lru'), member)
return 'removed'
`,
);
