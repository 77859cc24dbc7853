import { KEPT_BATCH_EVENTS, KEPT_EVENTS } from '../../events/render-events.js';

/**
 * Appends to the stream of a render, and to that of its batch. The second half of an id counts events without a gap, so
 * that a reader knows whether some were trimmed; the first never falls, even when the clock does.
 */
export const events = `
local function append(stream, hash, kept, fields)
  local n = call('HINCRBY', hash, 'ev', 1)
  local ms = math.max(NOW, number(call('HGET', hash, 'evMs')))
  call('HSET', hash, 'evMs', ms)
  call('XADD', stream, 'MAXLEN', kept, ms .. '-' .. n, unpack(fields))
end

-- members: the event's own members as JSON, without braces.
local function tell(id, kind, members)
  local name = key('r', id)
  local revision = call('HINCRBY', name, 'revision', 1)
  local about = call('HMGET', name, 'status', 'batch', 'row')
  local fields = {'t', kind, 'at', NOW, 'v', revision, 's', about[1], 'p', members}
  append(key('r', id, 'e'), name, ${KEPT_EVENTS}, fields)
  announce(id)
  -- A batch that retention has taken must not come back as a stream that nobody takes again.
  if about[2] and call('EXISTS', key('b', about[2])) == 1 then
    fields[#fields + 1] = 'r'
    fields[#fields + 1] = id
    fields[#fields + 1] = 'w'
    fields[#fields + 1] = about[3]
    append(key('b', about[2], 'e'), key('b', about[2]), ${KEPT_BATCH_EVENTS}, fields)
    announce(about[2])
  end
end
`;
