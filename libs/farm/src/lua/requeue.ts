import { CHANGE_STATUS, WITH_IDEMPOTENCY } from './parts/sets.js';
import { script } from './script.js';

/** Another run of a failed or cancelled render. A retried job of BullMQ goes behind all others and knows no epoch. */
export const requeue = script(
  'requeue',
  [...CHANGE_STATUS, ...WITH_IDEMPOTENCY],
  `
local known = recall('r')
if known then return known end
local r = recordOf(A.id)
if not r then return {'refused', {}} end
local isOver = r.status == 'failed' or r.status == 'cancelled'
if isOver and A.mostQueued and call('ZCARD', key('line', 'o', r.owner)) >= A.mostQueued then return {'full'} end
local moved = transition(A.id, r, 'requeued', {}, {})
if moved then
  remember(A.id)
  tellPlaces()
  publish()
end
return {moved and 'moved' or 'refused', call('HGETALL', key('r', A.id)), moved and aheadOf(A.id, r.owner) or nil}
`,
);
