import { script } from './script.js';

/** Forgets an ended batch; its rows that are still kept stay renders of their own. BullMQ has no batch to forget. */
export const removeBatch = script(
  'remove-batch',
  [],
  `
local b = load(key('b', A.id))
if not b or b.status == 'running' then return 0 end
call('DEL', key('b', A.id), key('b', A.id, 'v'), key('b', A.id, 'x'), key('b', A.id, 'e'), key('b', A.id, 'live'), key('b', A.id, 'r'))
call('ZREM', key('o', b.o, 'b'), A.id)
call('ZREM', key('due', 'batch'), A.id)
return 1
`,
);
