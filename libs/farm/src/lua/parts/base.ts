/** What every script starts with: its arguments, the clock of Redis (stack-notes 11), and the names of keys. */
export const base = `
local call = redis.call
local P = KEYS[1]
local A = cjson.decode(ARGV[1])
local clock = call('TIME')
local NOW = clock[1] * 1000 + math.floor(clock[2] / 1000)

-- Told by callers that have given up by then, so that nothing happens that they said had not.
if A.latest and NOW > A.latest then return 'late' end

local function key(...) return P .. ':' .. table.concat({...}, ':') end

local function load(name)
  local flat = call('HGETALL', name)
  if #flat == 0 then return nil end
  local map = {}
  for i = 1, #flat, 2 do map[flat[i]] = flat[i + 1] end
  return map
end

local function recordOf(id) return load(key('r', id)) end

local function number(text) return tonumber(text or '0') or 0 end

local TOLD = {}
local function announce(channel) TOLD[channel] = true end
local function publish()
  for channel in pairs(TOLD) do call('PUBLISH', key('ch', channel), '') end
end

-- A ULID whose time is the clock of Redis, so that ids sort in the order of creation whatever the clocks of producers say.
local ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
local function newId(prefix, suffix)
  local text, rest = '', NOW
  for _ = 1, 10 do
    local digit = rest % 32
    text = string.sub(ALPHABET, digit + 1, digit + 1) .. text
    rest = (rest - digit) / 32
  end
  return prefix .. text .. suffix
end
`;
