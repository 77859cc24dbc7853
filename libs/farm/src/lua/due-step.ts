import { RUN_STEPS } from './parts/sets.js';
import { script } from './script.js';

/** Marks a step as due. BullMQ forgets a removed job; the row remembers who failed it, and how often. */
export const dueStep = script(
  'due-step',
  RUN_STEPS,
  `
local r = recordOf(A.id)
if not r or number(r.epoch) ~= A.epoch or not STAGE[r.status] then return 0 end
local row = stepRow(A.id, A.epoch, A.stepId)
if row and row.state ~= 'failed' then return 0 end
row = row or { fence = 0, failedOn = {}, failures = {} }
row.state, row.attempt, row.step, row.chunks = 'pending', A.attempt, A.step, A.chunks
saveStep(A.id, A.epoch, A.stepId, row)
return 1
`,
);
