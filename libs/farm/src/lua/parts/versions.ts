import { UNVERSIONED } from '../../versions/versions.js';

/** Which renders the workers that are there understand, and what a render is told that none of them does. */
export const versions = `
local function versionOf(r) return tonumber(r.version or '${UNVERSIONED}') or ${UNVERSIONED} end

local RANGES
-- What the workers that take work understand, as they announced it; one that says nothing is older than versions.
local function rangesThere()
  if RANGES then return RANGES end
  RANGES = {}
  for _, id in ipairs(call('ZRANGEBYSCORE', key('workers'), NOW, '+inf')) do
    local text = call('GET', key('w', id))
    local info = text and cjson.decode(text)
    if info and not info.draining then
      RANGES[#RANGES + 1] = info.understands or { oldest = ${UNVERSIONED}, newest = ${UNVERSIONED} }
    end
  end
  return RANGES
end

local function isUnderstood(version)
  for _, range in ipairs(rangesThere()) do
    if version >= range.oldest and version <= range.newest then return true end
  end
  return false
end

-- Writes down that a render waits for a worker of its version, or that it does so no more. Nothing is told twice.
local function noteVersion(id, r)
  local version, ranges = versionOf(r), rangesThere()
  local waits = #ranges > 0 and not isUnderstood(version)
  if waits == (r.waiting ~= nil) then return waits end
  if waits then
    local newest = 0
    for _, range in ipairs(ranges) do newest = math.max(newest, range.newest) end
    local words = 'the farm accepted this render as version ' .. version .. ', and every worker that is there is '
      .. (version > newest and ('older (version ' .. newest .. ')') or 'newer') .. '; it waits for a worker of its version'
    r.waiting = cjson.encode({ reason = 'no_worker_of_version', version = version, message = words })
    call('HSET', key('r', id), 'waiting', r.waiting)
    call('SADD', key('waiting'), id)
  else
    r.waiting = nil
    call('HDEL', key('r', id), 'waiting')
    call('SREM', key('waiting'), id)
  end
  tell(id, 'waiting', '"waiting":' .. (r.waiting or 'null'))
  return waits
end
`;
