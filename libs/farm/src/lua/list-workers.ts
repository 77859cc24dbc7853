import { script } from './script.js';

/** Workers that were heard of lately; the others are forgotten, with what was wished of them. BullMQ keeps no such list. */
export const listWorkers = script(
  'list-workers',
  [],
  `
for _, id in ipairs(call('ZRANGEBYSCORE', key('workers'), '-inf', NOW)) do
  call('ZREM', key('workers'), id)
  call('SREM', key('workers', 'drain'), id)
  call('SREM', key('workers', 'clear'), id)
  announce('farm')
end
local found = {}
for _, id in ipairs(call('ZRANGE', key('workers'), 0, -1)) do
  local info = call('GET', key('w', id))
  if info then found[#found + 1] = info end
end
publish()
return found
`,
);
