import { script } from './script.js';

/** Renders that hold a permit, with their run: read together, so that none is listed under an older epoch. */
export const active = script(
  'active',
  [],
  `
local found = {}
for _, id in ipairs(call('SMEMBERS', key('permits'))) do
  found[#found + 1] = id
  found[#found + 1] = call('HGET', key('r', id), 'epoch') or '0'
end
return found
`,
);
