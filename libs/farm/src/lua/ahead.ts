import { LINE_ONLY } from './parts/sets.js';
import { script } from './script.js';

/** Renders ahead in the effective order. BullMQ knows a job's place in one list, not in a fair order over owners. */
export const ahead = script(
  'ahead',
  LINE_ONLY,
  `
local about = call('HMGET', key('r', A.id), 'o', 'status')
if about[2] ~= 'queued' then return nil end
return aheadOf(A.id, about[1])
`,
);
