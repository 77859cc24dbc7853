import { RUN_STEPS } from './parts/sets.js';
import { script } from './script.js';

/** Takes a step back: one that waits is not started, one that runs is told to stop at its next beat. BullMQ cannot remove an active job. */
export const dropStep = script(
  'drop-step',
  RUN_STEPS,
  `
local row = stepRow(A.id, A.epoch, A.stepId)
if not row or (row.state ~= 'pending' and row.state ~= 'claimed' and row.state ~= 'failed') then return 0 end
row.state = 'dropped'
freeChunks(A.id, A.epoch, row, A.stepId .. '#' .. row.fence, nil)
saveStep(A.id, A.epoch, A.stepId, row)
announce(A.id)
publish()
return 1
`,
);
