import { RETENTION } from '../../retention/periods.js';

/** When what a render leaves is due to go: written at its end, taken back when it runs again (farm-practice 9). */
export const retention = `
local function retain(id, r, status)
  local kept = number(r.retentionSeconds) * 1000
  local chunks = status == 'completed' and ${RETENTION.chunksOfCompletedMs} or ${RETENTION.chunksOfEndedMs}
  call('ZADD', key('due', 'chunks'), NOW + chunks, id)
  if status == 'completed' then call('ZADD', key('due', 'output'), NOW + kept, id) end
  call('ZADD', key('due', 'record'), NOW + kept + ${RETENTION.recordAfterOutputMs}, id)
end

local function forgetRetention(id)
  for _, what in ipairs({'chunks', 'output', 'record'}) do call('ZREM', key('due', what), id) end
end
`;
