import { PROGRESS_EVERY_MS } from '../../events/render-events.js';

/**
 * Progress of a render: 5 when prepared, 85 by frames seen (committed, or in flight at the farthest attempt), 10 for
 * assembling. Frames seen only grow within a run, and with them the number (farm-practice 6).
 */
export const progress = `
local function chunkCounts(r)
  local total, claimed, committed, failed = number(r.cTotal), number(r.cClaimed), number(r.cCommitted), number(r.cFailed)
  return string.format('{"total":%d,"pending":%d,"claimed":%d,"committed":%d,"failed":%d,"retries":%d,"reused":%d}',
    total, total - claimed - committed - failed, claimed, committed, failed, number(r.retries), number(r.reused))
end

-- Stores what the frames seen amount to, and tells it unless that was done a moment ago.
local function showProgress(id)
  local name = key('r', id)
  local r = recordOf(id)
  local seen, total = number(r.framesRendered), number(r.totalFrames)
  -- Frames of earlier renders are there before the plan is; they are told with it.
  if r.status == 'preparing' then
    call('HINCRBY', name, 'revision', 1)
    return
  end
  if r.status == 'rendering' and total > 0 then
    local percent = percentOf(seen, total)
    if percent > number(r.progress) then
      r.progress = tostring(percent)
      call('HSET', name, 'progress', percent)
    end
    local done = seen - number(r.reusedFrames)
    if seen >= total * 0.05 and done > 0 and number(r.plannedAt) > 0 then
      r.etaSeconds = tostring(math.ceil((total - seen) * (NOW - number(r.plannedAt)) / done / 1000))
      call('HSET', name, 'etaSeconds', r.etaSeconds)
    end
  end
  if NOW - number(r.progressAt) < ${PROGRESS_EVERY_MS} then
    call('HSET', name, 'unsaid', '1')
    call('HINCRBY', name, 'revision', 1)
    return
  end
  call('HSET', name, 'progressAt', NOW)
  call('HDEL', name, 'unsaid')
  tell(id, 'progress', '"stage":"' .. (r.stage or 'capture') .. '","progress":' .. r.progress .. ',"framesRendered":' .. seen
    .. ',"totalFrames":' .. total .. ',"chunks":' .. chunkCounts(r) .. ',"etaSeconds":' .. (r.etaSeconds or 'null'))
end
`;
