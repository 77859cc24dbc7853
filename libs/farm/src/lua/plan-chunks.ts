import { chunks } from './parts/chunks.js';
import { script } from './script.js';

/** Writes the rows of a plan once per run. BullMQ's children are jobs that all queue at once; these are rows of a table. */
export const planChunks = script(
  'plan-chunks',
  [chunks],
  `
local name = key('r', A.id)
local about = call('HMGET', name, 'epoch', 'status')
if number(about[1]) ~= A.epoch or (about[2] ~= 'preparing' and about[2] ~= 'rendering') then return 0 end
if call('EXISTS', chunksOf(A.id, A.epoch)) == 1 then return 0 end
local frames = 0
for _, chunk in ipairs(A.chunks) do
  saveChunk(A.id, A.epoch, chunk.index, { f = chunk.firstFrame, n = chunk.frames, s = 'pending', a = 0 })
  frames = frames + chunk.frames
end
call('HSET', name, 'cTotal', #A.chunks, 'totalFrames', frames)
call('HINCRBY', name, 'revision', 1)
return 1
`,
);
