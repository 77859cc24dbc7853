import { ANNOUNCED_PLACES, DEFAULT_MAX_CONCURRENT_RENDERS } from '../../line/limits.js';

/**
 * The line: one sorted set per owner, by priority and arrival. Next is the highest priority; among its owners the one with
 * the fewest permits, among equals the one that was served longest ago, then the one that waits longest; within an owner
 * arrival (farm-practice 10). Where one render runs at a time nobody holds a permit when one is free: there owners take turns.
 */
export const line = `
local LEVEL = 1099511627776 -- arrivals per priority: 2^40

local function limit() return tonumber(call('HGET', key('limits'), 'renders') or '${DEFAULT_MAX_CONCURRENT_RENDERS}') end
local function permits() return call('SCARD', key('permits')) end
local function heldBy(owner) return number(call('HGET', key('permits', 'o'), owner)) end
-- When the owner was last given a permit; 0 when it was not.
local function servedAt(owner) return number(call('HGET', key('line', 'served'), owner)) end

-- Whose turn it was is of no interest when nobody waits and nothing runs.
local function forgetTurns()
  if call('EXISTS', key('permits'), key('line', 'all')) == 0 then call('DEL', key('line', 'served')) end
end

local function enterLine(id, owner, priority)
  local arrival = call('INCR', key('arrivals'))
  call('ZADD', key('line', 'all'), NOW, id)
  call('ZADD', key('line', 'o', owner), (100 - priority) * LEVEL + arrival, id)
  call('SADD', key('line', 'owners'), owner)
  announce('farm')
end

local function leaveLine(id, owner)
  call('ZREM', key('line', 'all'), id)
  call('ZREM', key('line', 'o', owner), id)
  if call('EXISTS', key('line', 'o', owner)) == 0 then call('SREM', key('line', 'owners'), owner) end
  call('HDEL', key('line', 'told'), id)
  forgetTurns()
  announce('farm')
end

local function takePermit(id, owner)
  call('SADD', key('permits'), id)
  call('HINCRBY', key('permits', 'o'), owner, 1)
  call('HSET', key('line', 'served'), owner, call('INCR', key('arrivals')))
end

local function givePermit(id, owner)
  if call('SREM', key('permits'), id) == 0 then return end
  if call('HINCRBY', key('permits', 'o'), owner, -1) <= 0 then call('HDEL', key('permits', 'o'), owner) end
  forgetTurns()
  announce('farm')
end

local function waitingOwners()
  local owners = {}
  for _, name in ipairs(call('SMEMBERS', key('line', 'owners'))) do
    local cap = tonumber(call('HGET', key('limits', 'o'), name) or 'inf') or math.huge
    owners[#owners + 1] = { name = name, held = heldBy(name), served = servedAt(name), cap = cap, at = 0, left = 0, from = 0,
      window = {} }
  end
  return owners
end

-- The owner's next render that was not picked yet; read in windows, because most owners are asked for few. Those that
-- have left the line since are counted in "left": what stood behind them has moved up.
local function headOf(owner)
  local place = (owner.at - owner.from) * 2 + 1
  if not owner.window[place] then
    owner.from = owner.at
    local start = owner.at - owner.left
    owner.window = call('ZRANGE', key('line', 'o', owner.name), start, start + 19, 'WITHSCORES')
    place = 1
    if not owner.window[1] then return nil end
  end
  return owner.window[place], tonumber(owner.window[place + 1])
end

local picks = 1125899906842624 -- later than all that were served: 2^50

local function pick(owners, capped)
  local best, bestId, bestLevel, bestArrival
  for _, owner in ipairs(owners) do
    local id, score = headOf(owner)
    if id and not (capped and owner.held >= owner.cap) then
      local level = math.floor(score / LEVEL)
      local arrival = score - level * LEVEL
      if not best or level < bestLevel
        or (level == bestLevel and (owner.held < best.held
        or (owner.held == best.held and (owner.served < best.served
        or (owner.served == best.served and arrival < bestArrival))))) then
        best, bestId, bestLevel, bestArrival = owner, id, level, arrival
      end
    end
  end
  if not best then return nil end
  best.at = best.at + 1
  best.held = best.held + 1
  picks = picks + 1
  best.before, best.served = best.served, picks
  return bestId, best.name, best
end

local function above(name, level)
  return call('ZCOUNT', key('line', 'o', name), '-inf', '(' .. string.format('%.0f', level * LEVEL))
end

-- Level of the last of the first "count" renders in the line of an owner; -1 when there are none.
local function lastLevel(name, count)
  if count == 0 then return -1 end
  local last = call('ZRANGE', key('line', 'o', name), count - 1, count - 1, 'WITHSCORES')
  return math.floor(tonumber(last[2]) / LEVEL)
end

-- Whether pick would take one owner before the other where both have a render of this level and equally many permits.
local function isServedFirst(one, other, level)
  local aboveOne, aboveOther = above(one, level), above(other, level)
  local heldOne, heldOther = heldBy(one) + aboveOne, heldBy(other) + aboveOther
  -- Whoever comes to this level with fewer permits is served in it until both have as many.
  if heldOne ~= heldOther then return heldOne > heldOther end
  local lastOne, lastOther = lastLevel(one, aboveOne), lastLevel(other, aboveOther)
  if lastOne ~= lastOther then return lastOne < lastOther end
  if lastOne >= 0 then return isServedFirst(one, other, lastOne) end
  local servedOne, servedOther = servedAt(one), servedAt(other)
  if servedOne ~= servedOther then return servedOne < servedOther end
  local function head(name) return tonumber(call('ZRANGE', key('line', 'o', name), 0, 0, 'WITHSCORES')[2]) end
  return head(one) < head(other)
end

-- Renders ahead in the order in which pick would take them if nothing ended; nil when it does not wait.
local function aheadOf(id, owner)
  local score = tonumber(call('ZSCORE', key('line', 'o', owner), id) or '')
  if not score then return nil end
  local level = math.floor(score / LEVEL)
  local index = call('ZRANK', key('line', 'o', owner), id)
  local turn = heldBy(owner) + index
  local ahead = index
  for _, name in ipairs(call('SMEMBERS', key('line', 'owners'))) do
    if name ~= owner then
      local higher = above(name, level)
      ahead = ahead + higher
      local taken = turn - heldBy(name) - higher
      if taken >= 0 then
        local same = above(name, level + 1) - higher
        ahead = ahead + math.min(same, taken)
        if same > taken and isServedFirst(name, owner, level) then ahead = ahead + 1 end
      end
    end
  end
  return ahead
end

-- Tells the first in line where they stand, if that changed.
local function tellPlaces()
  local owners = waitingOwners()
  local ids = {}
  while #ids < ${ANNOUNCED_PLACES} do
    local id = pick(owners, false)
    if not id then break end
    ids[#ids + 1] = id
  end
  if #ids == 0 then return end
  local told = call('HMGET', key('line', 'told'), unpack(ids))
  for place, id in ipairs(ids) do
    local ahead = tostring(place - 1)
    if told[place] ~= ahead then
      call('HSET', key('line', 'told'), id, ahead)
      tell(id, 'queued', '"ahead":' .. ahead)
    end
  end
end
`;
