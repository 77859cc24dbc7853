import { LINE_ONLY } from './parts/sets.js';
import { script } from './script.js';

/** All that metrics need at one instant. Counts of BullMQ are counts of jobs, and its totals stay 0 without its own metrics. */
export const stats = script(
  'stats',
  LINE_ONLY,
  `
local head = call('ZRANGE', key('line', 'all'), 0, 0, 'WITHSCORES')
local chunks = { 0, 0, 0, 0 }
for _, id in ipairs(call('SMEMBERS', key('permits'))) do
  for i, value in ipairs(call('HMGET', key('r', id), 'cTotal', 'cClaimed', 'cCommitted', 'cFailed')) do
    chunks[i] = chunks[i] + number(value)
  end
end
return {limit(), permits(), call('ZCARD', key('line', 'all')), head[2] and (NOW - tonumber(head[2])) or 0,
  call('HGETALL', key('counts')), call('HGETALL', key('totals')), chunks, call('ZCOUNT', key('workers'), NOW, '+inf'),
  call('XLEN', key('outbox')), call('ZCARD', key('batches', 'running')), call('HGETALL', key('stages')),
  number(call('HGET', key('figures'), 'storeBytes'))}
`,
);
