import { RUN_STEPS } from './parts/sets.js';
import { script } from './script.js';

/** First commit of a chunk wins. BullMQ completes a job by its lock; it cannot refuse the result of an older run or attempt. */
export const commitChunk = script(
  'commit-chunk',
  RUN_STEPS,
  `
local r = recordOf(A.id)
if not r or number(r.epoch) ~= A.epoch or (r.status ~= 'rendering' and r.status ~= 'preparing') then return 'stale' end
local row = chunkRow(A.id, A.epoch, A.index)
if not row then return 'stale' end
if row.s == 'committed' then return row.h == A.sha256 and 'already-committed' or 'differs' end
local name = key('r', A.id)
if A.reused then
  call('HINCRBY', name, 'reused', 1)
  call('HINCRBY', name, 'reusedFrames', row.n - (row.p or 0))
  call('HINCRBY', key('totals'), 'reused', 1)
else
  beginChunk(A.id, row, row.w == A.worker and row.c or A.worker)
  call('HINCRBY', key('totals'), 'frames', row.n)
end
call('HINCRBY', key('totals'), 'chunks', 1)
seeFrames(A.id, row, row.n)
moveChunk(A.id, row, 'committed')
row.w, row.k, row.h, row.z, row.ms, row.r, row.c = A.worker, A.storeKey, A.sha256, A.size, A.ms, A.reused, nil
if A.seam and A.seam ~= cjson.null then row.j = A.seam end
saveChunk(A.id, A.epoch, A.index, row)
showProgress(A.id)
announce(A.id)
publish()
return 'committed'
`,
);
