import { compositionUse } from './parts/composition-use.js';
import { WITH_IDEMPOTENCY } from './parts/sets.js';
import { script } from './script.js';

/** A batch with its rows and idempotency key. BullMQ's bulk adds jobs at once; rows wait here until their turn to enter the line. */
export const createBatch = script(
  'create-batch',
  [compositionUse, ...WITH_IDEMPOTENCY],
  `
local known = recall('b')
if known then return known end
local id = newId('bat_', A.suffix)
local name = key('b', id)
call('HSET', name, 'id', id, 'o', A.owner, 'status', 'running', 'revision', 1, 'createdAt', NOW, 'total', #A.rows,
  'pending', #A.rows, 'next', 0, 'queued', 0, 'rendering', 0, 'completed', 0, 'failed', 0, 'skipped', 0, 'cancelled', 0,
  unpack(A.fields))
for _, row in ipairs(A.rows) do call('RPUSH', key('b', id, 'v'), row) end
call('ZADD', key('o', A.owner, 'b'), 0, id)
call('ZADD', key('batches', 'running'), NOW, id)
useComposition(A.owner, A.composition, 1)
remember(id)
announce('farm')
publish()
return {'created', call('HGETALL', name)}
`,
);
