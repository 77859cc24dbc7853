import { script } from './script.js';

/**
 * Marks objects of the store as about to be used, unless retention is removing them this moment: 1 or 0 for each. BullMQ
 * knows nothing of objects, and a look at the store followed by a commit is two steps.
 */
export const holdObjects = script(
  'hold-objects',
  [],
  `
local answers = {}
for at, name in ipairs(A.keys) do
  local isGoing = number(call('ZSCORE', key('objects', 'going'), name)) > NOW
  if not isGoing then call('ZADD', key('objects', 'held'), NOW + A.ms, name) end
  answers[at] = isGoing and 0 or 1
end
return answers
`,
);
