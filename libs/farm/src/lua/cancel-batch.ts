import { CHANGE_STATUS } from './parts/sets.js';
import { script } from './script.js';

/** Cancels a batch and all its rows in one step; BullMQ has no cancel of a group. */
export const cancelBatch = script(
  'cancel-batch',
  CHANGE_STATUS,
  `
local name = key('b', A.id)
local b = load(name)
if not b then return {} end
if b.status == 'running' and not b.cancelRequested then
  call('HSET', name, 'cancelRequested', A.by)
  skipPending(A.id)
  for _, id in ipairs(call('SMEMBERS', key('b', A.id, 'live'))) do
    local r = recordOf(id)
    if r then transition(id, r, r.status == 'queued' and 'cancelled_before_start' or 'cancel_requested', {}, { by = A.by }) end
  end
  settleBatch(A.id)
  tellPlaces()
  publish()
end
return call('HGETALL', name)
`,
);
