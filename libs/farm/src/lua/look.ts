import { chunks } from './parts/chunks.js';
import { steps } from './parts/steps.js';
import { script } from './script.js';

/** A render, the rows of its present run and which of them are live, of one moment. BullMQ knows jobs one by one. */
export const look = script(
  'look',
  [steps, chunks],
  `
local record = call('HGETALL', key('r', A.id))
if #record == 0 then return {} end
local epoch = call('HGET', key('r', A.id), 'epoch')
local rows = call('HGETALL', stepsOf(A.id, epoch))
local live = {}
for i = 1, #rows, 2 do
  -- Most rows are held by nobody; that can be seen without decoding them.
  if string.find(rows[i + 1], '"held":true', 1, true) and isLive(cjson.decode(rows[i + 1])) then live[#live + 1] = rows[i] end
end
return {NOW, record, rows, live, call('HGETALL', chunksOf(A.id, epoch))}
`,
);
