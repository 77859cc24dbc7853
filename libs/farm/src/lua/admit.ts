import { CHANGE_STATUS } from './parts/sets.js';
import { script } from './script.js';

/**
 * Gives free permits to the next renders. BullMQ's global concurrency counts active jobs of one queue in its own order; it has
 * no share between owners, and its count cannot be read together with the records.
 */
export const admit = script(
  'admit',
  CHANGE_STATUS,
  `
local admitted = {}
local max = limit()
local owners = permits() < max and waitingOwners() or {}
while permits() < max do
  local id, owner = pick(owners, true)
  if not id then break end
  local r = recordOf(id)
  if r and r.status == 'queued' then
    transition(id, r, 'admitted', {}, {})
    admitted[#admitted + 1] = id
    admitted[#admitted + 1] = r.epoch
  else
    leaveLine(id, owner)
  end
end
if #admitted > 0 then
  tellPlaces()
  publish()
end
return admitted
`,
);
