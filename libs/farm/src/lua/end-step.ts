import { RUN_STEPS } from './parts/sets.js';
import { script } from './script.js';

/**
 * Ends a claim with a result or a failure, fenced by run and claim; a render that winds down ends with its last claim. BullMQ
 * completes or fails a job by its lock and has no fence that a frozen worker cannot pass after another took over.
 */
export const endStep = script(
  'end-step',
  RUN_STEPS,
  `
local r = recordOf(A.id)
if not r or number(r.epoch) ~= A.epoch then return 'stale' end
local row = stepRow(A.id, A.epoch, A.stepId)
-- Who asks again, because the first answer was lost, hears the same.
if row and row.fence == A.fence and row.state == 'committed' and A.result then return 'committed' end
if not row or row.fence ~= A.fence or not row.held then return 'stale' end
if A.failure and A.failure.class == 'lost' and isLive(row) then return 'stale' end
row.held = nil
local answer = 'stale'
if STAGE[r.status] and row.state == 'claimed' then
  row.ms = NOW - row.claimedAt
  if A.failure then
    answer, row.state = 'failed', 'failed'
    row.error = A.failure
    countFailure(row, A.failure.class)
    if A.failure.class ~= 'lost' and A.failure.class ~= 'returned' then row.failedOn[#row.failedOn + 1] = row.worker end
  else
    answer, row.state, row.result = 'committed', 'committed', A.result
  end
else
  row.state = 'dropped'
end
freeChunks(A.id, A.epoch, row, A.stepId .. '#' .. row.fence, A.failure and A.failure.class)
saveStep(A.id, A.epoch, A.stepId, row)
call('HINCRBY', key('r', A.id), 'revision', 1)
if not STAGE[r.status] then
  endIfQuiet(A.id, r)
  tellPlaces()
end
announce(A.id)
publish()
return answer
`,
);
