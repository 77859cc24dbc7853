/** A new render: record, indices, place in the line, event `queued`. */
export const createRender = `
-- a: suffix, owner (safe for keys), priority, composition, labels (index names), fields (flat names and values), batch, row
local function createRender(a)
  local id = newId('rnd_', a.suffix)
  local name = key('r', id)
  call('HSET', name, 'id', id, 'o', a.owner, 'status', 'queued', 'reason', 'accepted', 'revision', 0, 'epoch', 1,
    'progress', 0, 'framesRendered', 0, 'totalFrames', 0, 'warnings', '[]', 'createdAt', NOW, unpack(a.fields))
  call('ZADD', key('o', a.owner, 'r'), 0, id)
  call('ZADD', key('o', a.owner, 's', 'queued'), 0, id)
  for _, label in ipairs(a.labels) do call('ZADD', key('o', a.owner, 'l', label), 0, id) end
  call('HINCRBY', key('counts'), 'queued', 1)
  call('HINCRBY', key('totals'), 'accepted', 1)
  useComposition(a.owner, a.composition, 1)
  if a.batch then
    call('ZADD', key('b', a.batch, 'r'), 0, id)
    countRow(a.batch, a.row, id, 'pending', 'queued')
  end
  enterLine(id, a.owner, a.priority)
  local ahead = aheadOf(id, a.owner)
  call('HSET', key('line', 'told'), id, ahead)
  tell(id, 'queued', '"ahead":' .. ahead)
  return id, ahead
end
`;
