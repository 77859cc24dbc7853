import { UNVERSIONED } from '../versions/versions.js';
import { script } from './script.js';

/** Renders that hold a permit, with their run and version: read together, so that none is listed under an older epoch. */
export const active = script(
  'active',
  [],
  `
local found = {}
for _, id in ipairs(call('SMEMBERS', key('permits'))) do
  found[#found + 1] = id
  local r = call('HMGET', key('r', id), 'epoch', 'version')
  found[#found + 1] = r[1] or '0'
  found[#found + 1] = r[2] or '${UNVERSIONED}'
end
return found
`,
);
