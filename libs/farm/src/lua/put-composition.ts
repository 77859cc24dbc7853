import { script } from './script.js';

/** Stores or refreshes a composition by the clock of Redis. BullMQ knows jobs, not what they are made from. */
export const putComposition = script(
  'put-composition',
  [],
  `
local name = key('cmp', 'r', A.owner, A.id)
local created = call('EXISTS', name) == 0
if created then
  call('HSET', name, 'createdAt', NOW, unpack(A.fields))
  call('ZADD', key('cmp', 'o', A.owner), NOW, A.id)
end
call('HSET', name, 'lastUsedAt', NOW)
call('ZADD', key('cmp', 'lru'), NOW, A.owner .. '/' .. A.id)
return {created and 1 or 0, call('HGETALL', name)}
`,
);
