import { CHANGE_STATUS } from './parts/sets.js';
import { script } from './script.js';

/** A stored wish to delete: everything of a terminal render is due now. A removal in BullMQ leaves nothing to repeat after a crash. */
export const deleteSoon = script(
  'delete-soon',
  CHANGE_STATUS,
  `
local r = recordOf(A.id)
if not r or not TERMINAL[r.status] then return 0 end
for _, what in ipairs({'chunks', 'output', 'record'}) do call('ZADD', key('due', what), NOW, A.id) end
call('HSET', key('r', A.id), 'deletion', 'deleted')
announce('farm')
publish()
return 1
`,
);
