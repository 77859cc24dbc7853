import { CHANGE_STATUS } from './parts/sets.js';
import { script } from './script.js';

/** Cancels a batch and all its rows in one step; BullMQ has no cancel of a group. Tells the renders that ended while they waited. */
export const cancelBatch = script(
  'cancel-batch',
  CHANGE_STATUS,
  `
local name = key('b', A.id)
local b = load(name)
local ended = {}
if not b then return {{}, ended} end
-- Again for a batch that was cancelled before: a row of it may have been run again since.
if b.status == 'running' then
  call('HSET', name, 'cancelRequested', A.by)
  if not b.stopped or number(b.pending) > 0 then skipPending(A.id) end
  for _, id in ipairs(call('SMEMBERS', key('b', A.id, 'live'))) do
    local r = recordOf(id)
    if r and r.status == 'queued' then
      if transition(id, r, 'cancelled_before_start', {}, { by = A.by }) then table.insert(ended, id) end
    elseif r then
      transition(id, r, 'cancel_requested', {}, { by = A.by })
    end
  end
  settleBatch(A.id)
  tellPlaces()
  publish()
end
return {call('HGETALL', name), ended}
`,
);
