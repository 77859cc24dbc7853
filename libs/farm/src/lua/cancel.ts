import { CHANGE_STATUS } from './parts/sets.js';
import { script } from './script.js';

/** Cancels in any state. BullMQ removes waiting jobs only; its cancel reaches the process that runs the job, no other. */
export const cancel = script(
  'cancel',
  CHANGE_STATUS,
  `
local r = recordOf(A.id)
if not r then return {0, {}} end
local reason = r.status == 'queued' and 'cancelled_before_start' or 'cancel_requested'
local moved = transition(A.id, r, reason, {}, { by = A.by })
if moved then
  tellPlaces()
  publish()
end
return {moved and 1 or 0, call('HGETALL', key('r', A.id))}
`,
);
