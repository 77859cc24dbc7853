/**
 * Rows of chunks, kept as JSON by index, one hash per run of a render. Short names, because there are many:
 * f first frame, n frames, s state, a attempts, w worker, c claim that holds it, b claim that began it, p frames in flight,
 * ms, k store key, h hash, z size, r reused,
 * j seam.
 */
export const chunks = `
local function chunksOf(id, epoch) return key('r', id, 'c', epoch) end

local function chunkRow(id, epoch, index)
  local text = call('HGET', chunksOf(id, epoch), index)
  return text and cjson.decode(text) or nil
end

local function saveChunk(id, epoch, index, row)
  call('HSET', chunksOf(id, epoch), index, cjson.encode(row))
end

local COUNTER = { claimed = 'cClaimed', committed = 'cCommitted', failed = 'cFailed' }
local function moveChunk(id, row, to)
  if row.s == to then return end
  local name = key('r', id)
  if COUNTER[row.s] then call('HINCRBY', name, COUNTER[row.s], -1) end
  if COUNTER[to] then call('HINCRBY', name, COUNTER[to], 1) end
  row.s = to
end

local function beginChunk(id, row, claim)
  if row.b == claim then return end
  row.b = claim
  row.a = row.a + 1
  if row.a > 1 then
    call('HINCRBY', key('r', id), 'retries', 1)
    call('HINCRBY', key('totals'), 'retries', 1)
  end
end

-- Frames of this chunk that were seen: never fewer than before.
local function seeFrames(id, row, frames)
  local seen = math.min(row.n, frames)
  if seen <= (row.p or 0) then return false end
  call('HINCRBY', key('r', id), 'framesRendered', seen - (row.p or 0))
  row.p = seen
  return true
end

-- What a claim held and did not commit is free again; class: how the claim ended, or nil.
local function freeChunks(id, epoch, step, claim, class)
  for _, index in ipairs(step.chunks or {}) do
    local row = chunkRow(id, epoch, index)
    if row and row.s == 'claimed' and row.c == claim then
      local failed = row.b == claim and class and class ~= 'lost' and class ~= 'returned'
      moveChunk(id, row, failed and 'failed' or 'pending')
      row.c = nil
      saveChunk(id, epoch, index, row)
    end
  end
end
`;
