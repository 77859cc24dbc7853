import { ANNOUNCED_PLACES, DEFAULT_MAX_CONCURRENT_RENDERS } from '../../line/limits.js';

/**
 * The line: one sorted set per owner, by priority and arrival. Next is the highest priority; among its owners the one with
 * the fewest permits, among equals the one that waits longest; within an owner arrival (farm-practice 10).
 */
export const line = `
local LEVEL = 1099511627776 -- arrivals per priority: 2^40

local function limit() return tonumber(call('HGET', key('limits'), 'renders') or '${DEFAULT_MAX_CONCURRENT_RENDERS}') end
local function permits() return call('SCARD', key('permits')) end
local function heldBy(owner) return number(call('HGET', key('permits', 'o'), owner)) end

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
  announce('farm')
end

local function takePermit(id, owner)
  call('SADD', key('permits'), id)
  call('HINCRBY', key('permits', 'o'), owner, 1)
end

local function givePermit(id, owner)
  if call('SREM', key('permits'), id) == 0 then return end
  if call('HINCRBY', key('permits', 'o'), owner, -1) <= 0 then call('HDEL', key('permits', 'o'), owner) end
  announce('farm')
end

local function waitingOwners()
  local owners = {}
  for _, name in ipairs(call('SMEMBERS', key('line', 'owners'))) do
    local cap = tonumber(call('HGET', key('limits', 'o'), name) or 'inf') or math.huge
    owners[#owners + 1] = { name = name, held = heldBy(name), cap = cap, at = 0, left = 0, from = 0, window = {} }
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

local function pick(owners, capped)
  local best, bestId, bestLevel, bestArrival
  for _, owner in ipairs(owners) do
    local id, score = headOf(owner)
    if id and not (capped and owner.held >= owner.cap) then
      local level = math.floor(score / LEVEL)
      local arrival = score - level * LEVEL
      if not best or level < bestLevel
        or (level == bestLevel and (owner.held < best.held or (owner.held == best.held and arrival < bestArrival))) then
        best, bestId, bestLevel, bestArrival = owner, id, level, arrival
      end
    end
  end
  if not best then return nil end
  best.at = best.at + 1
  best.held = best.held + 1
  return bestId, best.name, best
end

-- Renders ahead in the order in which pick would take them if nothing ended; nil when it does not wait.
local function aheadOf(id, owner)
  local score = tonumber(call('ZSCORE', key('line', 'o', owner), id) or '')
  if not score then return nil end
  local low = math.floor(score / LEVEL) * LEVEL
  local high = '(' .. string.format('%.0f', low + LEVEL)
  local before = '(' .. string.format('%.0f', low)
  local function higher(name) return call('ZCOUNT', key('line', 'o', name), '-inf', before) end
  local index = call('ZCOUNT', key('line', 'o', owner), low, '(' .. string.format('%.0f', score))
  local turn = heldBy(owner) + higher(owner) + index
  local ahead = higher(owner) + index
  for _, name in ipairs(call('SMEMBERS', key('line', 'owners'))) do
    if name ~= owner then
      local above = higher(name)
      ahead = ahead + above
      local taken = turn - heldBy(name) - above
      if taken >= 0 then
        local same = call('ZCOUNT', key('line', 'o', name), low, high)
        ahead = ahead + math.min(same, taken)
        if same > taken then
          local rival = call('ZRANGE', key('line', 'o', name), above + taken, above + taken, 'WITHSCORES')
          if tonumber(rival[2]) < score then ahead = ahead + 1 end
        end
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
