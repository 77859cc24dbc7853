import { script } from './script.js';

/** Notes the use of a composition that is known. BullMQ knows jobs, not what they are made from. */
export const touchComposition = script(
  'touch-composition',
  [],
  `
local name = key('cmp', 'r', A.owner, A.id)
if call('EXISTS', name) == 0 then return 0 end
call('HSET', name, 'lastUsedAt', NOW)
call('ZADD', key('cmp', 'lru'), NOW, A.owner .. '/' .. A.id)
return 1
`,
);
