import { CREATE_RENDER, WITH_IDEMPOTENCY } from './parts/sets.js';
import { script } from './script.js';

/**
 * Record, place in the line, first event and idempotency key in one step. BullMQ adds a job with an id, but has no record
 * that outlives the job, no fingerprint of a request, and no order that is fair to owners.
 */
export const submit = script(
  'submit',
  [...CREATE_RENDER, ...WITH_IDEMPOTENCY],
  `
local known = recall('r')
if known then return known end
if A.mostQueued and call('ZCARD', key('line', 'o', A.render.owner)) >= A.mostQueued then return {'full'} end
local id, ahead = createRender(A.render)
remember(id)
tellPlaces()
publish()
return {'created', call('HGETALL', key('r', id)), (ahead + permits() >= limit()) and 1 or 0, ahead}
`,
);
