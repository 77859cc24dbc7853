import { RETENTION } from '../retention/periods.js';
import { CHANGE_STATUS } from './parts/sets.js';
import { script } from './script.js';

/**
 * Forgets a terminal render, one that expired only if it still has: it may have run again since that was read. BullMQ removes
 * jobs when others finish; a record goes by the clock or by its owner's wish.
 */
export const remove = script(
  'remove',
  CHANGE_STATUS,
  `
local r = recordOf(A.id)
if not r or not TERMINAL[r.status] then return 0 end
local due = call('ZSCORE', key('due', 'record'), A.id)
if A.reason == 'expired' and (not due or number(due) > NOW) then return 0 end
for epoch = 1, number(r.epoch) do call('DEL', key('r', A.id, 'c', epoch), stepsOf(A.id, epoch)) end
for _, step in ipairs(call('SMEMBERS', key('r', A.id, 'l'))) do call('DEL', key('r', A.id, 'l', step)) end
call('DEL', key('r', A.id), key('r', A.id, 'e'), key('r', A.id, 'l'))
call('ZREM', key('o', r.o, 'r'), A.id)
call('ZREM', key('o', r.o, 's', r.status), A.id)
for _, label in ipairs(cjson.decode(r.labelNames)) do call('ZREM', key('o', r.o, 'l', label), A.id) end
if r.batch then call('ZREM', key('b', r.batch, 'r'), A.id) end
call('HINCRBY', key('counts'), r.status, -1)
forgetRetention(A.id)
call('SET', key('gone', A.id), r.deletion or A.reason, 'PX', ${RETENTION.idempotencyMs})
announce(A.id)
publish()
return 1
`,
);
