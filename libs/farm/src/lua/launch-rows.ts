import { CREATE_RENDER } from './parts/sets.js';
import { script } from './script.js';

/**
 * Puts the next rows into the line while the batch allows more, or ends it. BullMQ has no bound on how many jobs of a group are in
 * its queue, and no group that stops at the first failure.
 */
export const launchRows = script(
  'launch-rows',
  CREATE_RENDER,
  `
local name = key('b', A.id)
local launched = 0
for _, row in ipairs(A.rows) do
  local b = load(name)
  if not b or b.status ~= 'running' or b.stopped or number(b.next) ~= row.row
    or number(b.queued) + number(b.rendering) >= number(b.concurrency) then break end
  call('HSET', name, 'next', row.row + 1)
  createRender(row)
  launched = launched + 1
end
settleBatch(A.id)
if launched > 0 then tellPlaces() end
publish()
return {launched, call('HGETALL', name)}
`,
);
