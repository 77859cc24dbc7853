import { events } from './parts/events.js';
import { versions } from './parts/versions.js';
import { script } from './script.js';

/**
 * Tells renders whose version no worker understands that they wait for one, and those for which one came that they do not.
 * Answers with the ones that wait: id, run, version. BullMQ knows nothing of what its workers can do.
 */
export const noteVersions = script(
  'note-versions',
  [events, versions],
  `
for _, id in ipairs(call('SMEMBERS', key('waiting'))) do A.ids[#A.ids + 1] = id end
local seen, waiting = {}, {}
for _, id in ipairs(A.ids) do
  local r = not seen[id] and recordOf(id)
  seen[id] = true
  if r and noteVersion(id, r) then
    for _, fact in ipairs({id, r.epoch, versionOf(r)}) do waiting[#waiting + 1] = fact end
  elseif not r then
    call('SREM', key('waiting'), id)
  end
end
publish()
return waiting
`,
);
