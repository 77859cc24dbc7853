import { KEPT_LOG_LINES } from '../steps/lease.js';
import { script } from './script.js';

/** Adds log lines of a step while its render is known. BullMQ's job logs go with the job, which goes when it ends. */
export const logStep = script(
  'log-step',
  [],
  `
if call('EXISTS', key('r', A.id)) == 0 then return 0 end
call('SADD', key('r', A.id, 'l'), A.stepId)
local name = key('r', A.id, 'l', A.stepId)
for _, line in ipairs(A.lines) do call('RPUSH', name, line) end
call('LTRIM', name, -${KEPT_LOG_LINES}, -1)
return 1
`,
);
