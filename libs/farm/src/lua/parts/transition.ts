import { STAGE_SECONDS } from '../../stats/stage-seconds.js';

/** The only code that changes a render's status, with all that has to happen in the same step (farm-practice 2). */
export const transition = `
local STAGE_SECONDS = { ${STAGE_SECONDS.join(', ')} }
local function bucket(status)
  if ACTIVE[status] then return 'rendering' end
  return status
end

local transition

-- What frames seen amount to: 5 when prepared, 85 by frames; reused ones are seen before the first capture (farm-practice 6).
local function percentOf(seen, total)
  if total == 0 then return 5 end
  return math.min(90, 5 + math.floor(850 * math.min(seen, total) / total) / 10)
end

-- Time of each stage of a completed render, as a distribution that survives its record.
local function countStages(perf)
  for stage, ms in pairs(cjson.decode(perf).stages or {}) do
    local bucket = #STAGE_SECONDS + 1
    for i, bound in ipairs(STAGE_SECONDS) do
      if ms <= bound * 1000 then bucket = i break end
    end
    call('HINCRBY', key('stages'), stage .. ':' .. bucket, 1)
    call('HINCRBYFLOAT', key('stages'), stage .. ':ms', ms)
  end
end

-- Rows of a fail-fast batch that still wait must not start after the first failure.
local function failFast(id)
  skipPending(id)
  for _, other in ipairs(call('SMEMBERS', key('b', id, 'live'))) do
    local r = recordOf(other)
    if r and r.status == 'queued' then transition(other, r, 'cancelled_before_start', {}, { rowStatus = 'skipped' }) end
  end
end

-- What a worker held that was lost is nobody's once the render has ended: its job may never be given to another one.
local function closeLapsedClaims(id, epoch)
  local flat = call('HGETALL', stepsOf(id, epoch))
  for i = 1, #flat, 2 do
    local row = cjson.decode(flat[i + 1])
    if row.held and not isLive(row) then
      row.held, row.state = nil, 'dropped'
      freeChunks(id, epoch, row, flat[i] .. '#' .. row.fence, 'lost')
      saveStep(id, epoch, flat[i], row)
    end
  end
end

-- A render that is winding down ends when nothing of it runs any more.
local function endIfQuiet(id, r)
  if r.status ~= 'failing' and r.status ~= 'cancelling' then return end
  local live, lapsed = claims(id, r.epoch)
  if live > 0 then return end
  local reason = r.status == 'failing' and 'drained' or 'stopped'
  if lapsed > 0 then reason = 'stop_timeout' end
  transition(id, r, reason, {}, {})
end

-- The next epoch begins with no plan, no step and no chunk.
local function nextEpoch(id, r)
  r.epoch = tostring(number(r.epoch) + 1)
  local name = key('r', id)
  call('HSET', name, 'epoch', r.epoch, 'progress', 0, 'framesRendered', 0, 'totalFrames', 0, 'warnings', '[]')
  call('HDEL', name, 'etaSeconds', 'preparedKey', 'cTotal', 'cClaimed', 'cCommitted', 'cFailed', 'retries', 'reused',
    'plannedAt', 'progressAt', 'unsaid', 'reusedFrames')
end

local function startRun(id, r)
  nextEpoch(id, r)
  call('HDEL', key('r', id), 'startedAt', 'finishedAt', 'outcome', 'error', 'output', 'perf', 'stage', 'replans', 'refuted',
    'dependent', 'deletion')
  forgetRetention(id)
  useComposition(r.o, r.compositionId, 1)
end

-- patch: fields of the record as they are stored; more: by (who asked), rowStatus (how the batch counts the row).
transition = function(id, r, reason, patch, more)
  local from, to = r.status, WAYS[reason] and WAYS[reason][r.status]
  if not to then return false end
  local name = key('r', id)
  if from == 'queued' then leaveLine(id, r.o) end
  if r.waiting and (from == 'queued' or TERMINAL[to]) then
    call('HDEL', name, 'waiting')
    call('SREM', key('waiting'), id)
  end
  if ACTIVE[to] and not ACTIVE[from] then takePermit(id, r.o) end
  if ACTIVE[from] and not ACTIVE[to] then givePermit(id, r.o) end
  if to == 'queued' then startRun(id, r) end
  if reason == 'replanned' or reason == 'surface_refuted' or reason == 'order_needed' then nextEpoch(id, r) end
  if reason == 'replanned' then call('HINCRBY', name, 'replans', 1) end
  call('HSET', name, 'status', to, 'reason', reason)
  if STAGE[to] then call('HSET', name, 'stage', STAGE[to]) else call('HDEL', name, 'stage') end
  if from == 'queued' and to == 'preparing' then call('HSET', name, 'startedAt', NOW) end
  if to == 'rendering' then call('HSET', name, 'plannedAt', NOW) end
  if to == 'assembling' then call('HSET', name, 'progress', 90) end
  if to == 'completed' then call('HSET', name, 'progress', 100) end
  for field, value in pairs(patch) do
    if value == cjson.null then call('HDEL', name, field) else call('HSET', name, field, value) end
  end
  local frames = call('HMGET', name, 'framesRendered', 'totalFrames')
  if to == 'rendering' then call('HSET', name, 'progress', percentOf(number(frames[1]), number(frames[2]))) end
  call('ZREM', key('o', r.o, 's', from), id)
  call('ZADD', key('o', r.o, 's', to), 0, id)
  call('HINCRBY', key('counts'), from, -1)
  call('HINCRBY', key('counts'), to, 1)
  r.status = to

  if TERMINAL[to] then
    closeLapsedClaims(id, r.epoch)
    if call('HEXISTS', name, 'outcome') == 0 then
      local warned = to == 'completed' and (call('HGET', name, 'warnings') or '[]') ~= '[]'
      call('HSET', name, 'outcome', warned and 'completed_with_warnings' or to)
    end
    call('HSET', name, 'finishedAt', NOW)
    call('HDEL', name, 'etaSeconds')
    call('HINCRBY', key('totals'), to, 1)
    useComposition(r.o, r.compositionId, -1)
    retain(id, r, to)
    local facts = call('HMGET', name, 'output', 'outcome', 'error')
    if to == 'completed' then
      if patch.perf and patch.perf ~= cjson.null then countStages(patch.perf) end
      tell(id, to, '"output":' .. (facts[1] or 'null') .. ',"outcome":"' .. facts[2] .. '"')
    elseif to == 'failed' then
      tell(id, to, '"error":' .. (facts[3] or 'null'))
      local code = facts[3] and cjson.decode(facts[3]).code
      if code then call('HINCRBY', key('totals'), 'error:' .. code, 1) end
    else
      tell(id, to, '"reason":"' .. reason .. '"')
    end
    if wants(r.hooks, 'render.' .. to) then owe('render.' .. to, name, id, r.epoch) end
  else
    local by = more.by and (',"by":' .. cjson.encode(more.by)) or ''
    local reused = to == 'assembling' and (',"reusedFrames":' .. number(call('HGET', name, 'reusedFrames'))) or ''
    local refuted = reason == 'surface_refuted' and patch.refuted and (',"refuted":' .. patch.refuted) or ''
    local dependent = reason == 'order_needed' and patch.dependent and (',"dependent":' .. patch.dependent) or ''
    local done = ''
    if to == 'rendering' or to == 'assembling' then
      done = string.format(',"stage":"%s","progress":%s,"framesRendered":%d,"totalFrames":%d', STAGE[to],
        call('HGET', name, 'progress'), number(frames[1]), number(frames[2]))
    end
    tell(id, 'state', '"reason":"' .. reason .. '","epoch":' .. r.epoch .. by .. reused .. refuted .. dependent .. done)
    if from == 'queued' and to == 'preparing' and wants(r.hooks, 'render.started') then owe('render.started', name, id, r.epoch) end
  end

  if to == 'queued' then
    enterLine(id, r.o, number(r.priority))
    local ahead = aheadOf(id, r.o)
    call('HSET', key('line', 'told'), id, ahead)
    tell(id, 'queued', '"ahead":' .. ahead)
  end
  if r.batch then
    local b = load(key('b', r.batch))
    if b then
      if to == 'queued' and b.status ~= 'running' then
        call('HSET', key('b', r.batch), 'status', 'running')
        call('HDEL', key('b', r.batch), 'finishedAt', 'cancelRequested')
        call('ZADD', key('batches', 'running'), NOW, r.batch)
        call('ZREM', key('due', 'batch'), r.batch)
        useComposition(b.o, b.compositionId, 1)
      end
      -- A row that fail-fast skipped may be run again by its owner; it is counted where it stands now.
      local was = bucket(from)
      if from == 'cancelled' and r.rowSkipped then was = 'skipped' end
      local now = more.rowStatus or bucket(to)
      if now == 'skipped' then call('HSET', name, 'rowSkipped', '1') else call('HDEL', name, 'rowSkipped') end
      countRow(r.batch, r.row, id, was, now)
      if (to == 'failing' or to == 'failed') and b.failFast == '1' and not b.stopped then
        failFast(r.batch)
      end
      settleBatch(r.batch)
    end
  end
  if to == 'failing' or to == 'cancelling' then
    dropPendingSteps(id, r.epoch)
    endIfQuiet(id, r)
  end
  return true
end
`;
