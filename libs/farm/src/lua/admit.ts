import { CHANGE_STATUS } from './parts/sets.js';
import { versions } from './parts/versions.js';
import { script } from './script.js';

/** Renders of other versions that one look passes by; what lies behind them waits with them. */
const PASSED_AT_ONCE = 1_000;

/**
 * Gives free permits to the next renders. BullMQ's global concurrency counts active jobs of one queue in its own order; it has
 * no share between owners, and its count cannot be read together with the records. A render of a version that the caller does
 * not understand keeps its place for a worker that does, and holds up nobody behind it.
 */
export const admit = script(
  'admit',
  [...CHANGE_STATUS, versions],
  `
local admitted = {}
local max = limit()
local owners = permits() < max and waitingOwners() or {}
local passed = 0
while permits() < max and passed < ${PASSED_AT_ONCE} do
  local id, owner, share = pick(owners, true)
  if not id then break end
  local r = recordOf(id)
  if not r or r.status ~= 'queued' then
    leaveLine(id, owner)
    share.left = share.left + 1
  elseif versionOf(r) < A.oldest or versionOf(r) > A.newest then
    passed = passed + 1
    share.held, share.served = share.held - 1, share.before
    noteVersion(id, r)
  else
    transition(id, r, 'admitted', {}, {})
    share.left = share.left + 1
    for _, fact in ipairs({id, r.epoch, versionOf(r)}) do admitted[#admitted + 1] = fact end
  end
end
if #admitted > 0 then tellPlaces() end
publish()
return admitted
`,
);
