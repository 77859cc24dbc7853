import { LEASE_MS } from '../../steps/lease.js';

/** Rows of steps, kept as JSON by step id, one hash per run of a render. */
export const steps = `
local function stepsOf(id, epoch) return key('r', id, 's', epoch) end

local function stepRow(id, epoch, stepId)
  local text = call('HGET', stepsOf(id, epoch), stepId)
  return text and cjson.decode(text) or nil
end

local function saveStep(id, epoch, stepId, row)
  call('HSET', stepsOf(id, epoch), stepId, cjson.encode(row))
end

local function isLive(row) return row.held and NOW - row.beatAt <= ${LEASE_MS} end

-- Live claims, and claims whose lease ran out before they were given back.
local function claims(id, epoch)
  local live, lapsed = 0, 0
  for _, text in ipairs(call('HVALS', stepsOf(id, epoch))) do
    local row = cjson.decode(text)
    if isLive(row) then live = live + 1 elseif row.held then lapsed = lapsed + 1 end
  end
  return live, lapsed
end

local function dropPendingSteps(id, epoch)
  local flat = call('HGETALL', stepsOf(id, epoch))
  for i = 1, #flat, 2 do
    local row = cjson.decode(flat[i + 1])
    if row.state == 'pending' then
      row.state = 'dropped'
      saveStep(id, epoch, flat[i], row)
    end
  end
end

local function countFailure(row, class)
  row.failures = row.failures or {}
  row.failures[class] = (row.failures[class] or 0) + 1
end
`;
