import { RUN_STEPS } from './parts/sets.js';
import { script } from './script.js';

/**
 * One transition of the table, compare-and-set by epoch. BullMQ moves jobs between its own states; it has none that mean
 * "decided, but still running", and none that change together with a record and its events.
 */
export const move = script(
  'move',
  RUN_STEPS,
  `
local name = key('r', A.id)
local r = recordOf(A.id)
if not r then return {0, {}} end
local moved = false
local ends = A.reason == 'drained' or A.reason == 'stopped' or A.reason == 'stop_timeout'
  or A.reason == 'replanned' or A.reason == 'surface_refuted' or A.reason == 'order_needed'
-- Terminal means quiet, and so does a run that gives way to the next; a permit is taken by admit alone.
if number(r.epoch) == A.epoch and A.reason ~= 'admitted' and not (ends and claims(A.id, r.epoch) > 0) then
  moved = transition(A.id, r, A.reason, A.patch, {})
end
if moved then
  -- Frames of earlier renders are there with the plan; where they are all, no beat will ever tell of them.
  if A.reason == 'planned' and number(call('HGET', name, 'framesRendered')) > 0 then showProgress(A.id) end
  tellPlaces()
  publish()
end
return {moved and 1 or 0, call('HGETALL', name)}
`,
);
