import { KEPT_BATCH_EVENTS } from '../../events/render-events.js';

/**
 * Rows of a batch as numbers that always sum to its total: every row is counted in one of pending, queued, rendering,
 * completed, failed, cancelled and skipped, and a transition moves it from one to another in the same script.
 */
export const batch = `
local function settleBatch(id)
  local name = key('b', id)
  local b = load(name)
  if not b or b.status ~= 'running' then return end
  if number(b.pending) + number(b.queued) + number(b.rendering) > 0 then return end
  local status = 'partial'
  if number(b.completed) == number(b.total) then status = 'completed'
  elseif b.cancelRequested then status = 'cancelled'
  elseif number(b.completed) == 0 then status = 'failed' end
  local run = call('HINCRBY', name, 'ends', 1)
  local revision = call('HINCRBY', name, 'revision', 1)
  call('HSET', name, 'status', status, 'finishedAt', NOW)
  call('ZREM', key('batches', 'running'), id)
  call('ZADD', key('due', 'batch'), NOW + (number(b.retentionSeconds) + 604800) * 1000, id)
  useComposition(b.o, b.compositionId, -1)
  append(key('b', id, 'e'), name, ${KEPT_BATCH_EVENTS}, {'t', 'batch-completed', 'at', NOW, 'v', revision, 's', status, 'p',
    string.format('"counts":{"total":%d,"queued":0,"rendering":0,"completed":%d,"failed":%d,"skipped":%d,"cancelled":%d}',
      number(b.total), number(b.completed), number(b.failed), number(b.skipped), number(b.cancelled))})
  announce(id)
  if wants(b.hooks, 'batch.completed') then owe('batch.completed', name, id, run) end
end

-- Rows that were never launched will not be.
local function skipPending(id)
  local name = key('b', id)
  local pending = number(call('HGET', name, 'pending'))
  call('HSET', name, 'stopped', '1', 'pending', 0)
  call('HINCRBY', name, 'skipped', pending)
  call('HINCRBY', name, 'revision', 1)
  announce(id)
end

local function countRow(id, row, renderId, from, to)
  local name = key('b', id)
  call('HINCRBY', name, from, -1)
  call('HINCRBY', name, to, 1)
  call('HINCRBY', name, 'revision', 1)
  local ended = to ~= 'queued' and to ~= 'rendering'
  -- In the words of the manifest: a row that stands in the line has not begun.
  local word = to == 'queued' and 'pending' or to == 'rendering' and 'running' or to
  call('HSET', key('b', id, 'x'), row, renderId .. ' ' .. word)
  if ended then call('SREM', key('b', id, 'live'), renderId) else call('SADD', key('b', id, 'live'), renderId) end
end
`;
