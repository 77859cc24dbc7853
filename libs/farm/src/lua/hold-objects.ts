import { script } from './script.js';

/**
 * Marks objects of the store as about to be used by one holder, unless retention is removing them this moment: 1 or 0 for each.
 * BullMQ knows nothing of objects, and a look at the store followed by a commit is two steps. Several may hold an object; a
 * holder that asks again says anew for how long.
 */
export const holdObjects = script(
  'hold-objects',
  [],
  `
local answers = {}
for at, object in ipairs(A.keys) do
  local isGoing = number(call('ZSCORE', key('objects', 'going'), object)) > NOW
  if not isGoing then
    local holders = key('objects', 'held', object)
    call('ZADD', holders, NOW + A.ms, A.holder)
    local last = call('ZRANGE', holders, -1, -1, 'WITHSCORES')
    call('PEXPIREAT', holders, last[2])
  end
  answers[at] = isGoing and 0 or 1
end
return answers
`,
);
