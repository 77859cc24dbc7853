import { UNVERSIONED } from '../versions/versions.js';
import { script } from './script.js';

/** Renders in the line for longer than `ms`, longest first, by the clock of Redis. BullMQ's jobs have no limit for waiting. */
export const longWaiting = script(
  'long-waiting',
  [],
  `
local found = {}
for _, id in ipairs(call('ZRANGEBYSCORE', key('line', 'all'), '-inf', NOW - A.ms, 'LIMIT', 0, A.limit)) do
  found[#found + 1] = id
  local r = call('HMGET', key('r', id), 'epoch', 'version')
  found[#found + 1] = r[1] or '0'
  found[#found + 1] = r[2] or '${UNVERSIONED}'
end
return found
`,
);
