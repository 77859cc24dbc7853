import { events } from './parts/events.js';
import { script } from './script.js';

/** Adds warnings to a record, each once, with an event each. BullMQ has logs of a job, but no list that grows with events. */
export const warn = script(
  'warn',
  [events],
  `
local name = key('r', A.id)
local r = recordOf(A.id)
if not r or number(r.epoch) ~= A.epoch then return 0 end
local all = r.warnings or '[]'
for _, warning in ipairs(A.warnings) do
  if not string.find(all, warning, 1, true) then
    all = all == '[]' and ('[' .. warning .. ']') or (string.sub(all, 1, -2) .. ',' .. warning .. ']')
    call('HSET', name, 'warnings', all)
    tell(A.id, 'warning', '"warning":' .. warning)
  end
end
publish()
return 1
`,
);
