import { RUN_STEPS } from './parts/sets.js';
import { script } from './script.js';

/** Keeps a claim live and answers whether to go on. BullMQ renews locks, but its answer cannot say "cancelled". */
export const beatStep = script(
  'beat-step',
  RUN_STEPS,
  `
local r = recordOf(A.id)
if not r or number(r.epoch) ~= A.epoch then return 'superseded' end
local row = stepRow(A.id, A.epoch, A.stepId)
if not row or row.fence ~= A.fence or not row.held then return 'superseded' end
row.beatAt = NOW
saveStep(A.id, A.epoch, A.stepId, row)
if r.status == 'cancelling' or r.status == 'cancelled' then return 'cancelled' end
if r.status == 'failing' or r.status == 'failed' then return 'failing' end
if not STAGE[r.status] or row.state ~= 'claimed' then return 'superseded' end
local claim = A.stepId .. '#' .. row.fence
local seen = false
for index, frames in pairs(A.frames) do
  local chunk = chunkRow(A.id, A.epoch, index)
  if chunk and chunk.s ~= 'committed' then
    beginChunk(A.id, chunk, claim)
    if chunk.s ~= 'claimed' then
      moveChunk(A.id, chunk, 'claimed')
      chunk.c, chunk.w = claim, row.worker
    end
    seen = seeFrames(A.id, chunk, frames) or seen
    saveChunk(A.id, A.epoch, index, chunk)
  end
end
if seen or r.unsaid then showProgress(A.id) end
publish()
local open, byOthers = 0, 0
for _, index in ipairs(row.chunks or {}) do
  local chunk = chunkRow(A.id, A.epoch, index)
  if chunk and chunk.s ~= 'committed' then open = open + 1
  elseif chunk and chunk.w ~= row.worker then byOthers = byOthers + 1 end
end
if open == 0 and byOthers > 0 then return 'superseded' end
return 'go'
`,
);
