import { steps } from './parts/steps.js';
import { script } from './script.js';

/** Steps whose holder has beaten within the lease, by the clock of Redis. */
export const liveSteps = script(
  'live-steps',
  [steps],
  `
local found = {}
local flat = call('HGETALL', stepsOf(A.id, A.epoch))
for i = 1, #flat, 2 do
  if isLive(cjson.decode(flat[i + 1])) then
    found[#found + 1] = flat[i]
    found[#found + 1] = flat[i + 1]
  end
end
return found
`,
);
