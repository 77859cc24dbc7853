import { MAX_LOST_CLAIMS } from '../steps/lease.js';
import { RUN_STEPS } from './parts/sets.js';
import { script } from './script.js';

/** Takes a step for a worker. BullMQ's lock says who runs a job, not whether its render still wants the result. */
export const claimStep = script(
  'claim-step',
  RUN_STEPS,
  `
local STAGE_OF = { prepare = 'compile', extract = 'extract_video', sound = 'process_audio', capture = 'capture', assemble = 'assemble' }
local r = recordOf(A.id)
if not r or number(r.epoch) ~= A.epoch or not STAGE[r.status] then return {} end
local row = stepRow(A.id, A.epoch, A.stepId)
if not row or (row.state ~= 'pending' and row.state ~= 'claimed') or isLive(row) then return {} end
if row.state == 'claimed' then
  countFailure(row, 'lost')
  freeChunks(A.id, A.epoch, row, A.stepId .. '#' .. row.fence, 'lost')
  -- A step that ends every worker at its start would else be taken again and again, before anybody could judge it.
  if row.failures.lost >= ${MAX_LOST_CLAIMS} then
    row.state, row.held = 'failed', nil
    row.error = { code = 'WORKER_LOST', message = 'its last worker was lost too', class = 'lost' }
    saveStep(A.id, A.epoch, A.stepId, row)
    announce(A.id)
    publish()
    return {}
  end
end
row.fence = row.fence + 1
local claim = A.stepId .. '#' .. row.fence
local open = {}
for _, index in ipairs(row.chunks or {}) do
  local chunk = chunkRow(A.id, A.epoch, index)
  if chunk and chunk.s ~= 'committed' then
    open[#open + 1] = index
    if chunk.s ~= 'claimed' then
      moveChunk(A.id, chunk, 'claimed')
      chunk.c, chunk.w = claim, A.worker
      saveChunk(A.id, A.epoch, index, chunk)
    end
  end
end
if A.kind == 'capture' and #open == 0 then
  row.state, row.held = 'dropped', nil
  saveStep(A.id, A.epoch, A.stepId, row)
  return {}
end
row.state, row.worker, row.claimedAt, row.beatAt, row.held = 'claimed', A.worker, NOW, NOW, true
saveStep(A.id, A.epoch, A.stepId, row)
call('HSET', key('r', A.id), 'stage', STAGE_OF[A.kind])
call('HINCRBY', key('r', A.id), 'revision', 1)
announce(A.id)
publish()
return {row.fence, NOW, call('HGETALL', key('r', A.id)), open}
`,
);
