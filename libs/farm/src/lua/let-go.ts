import { script } from './script.js';

/** Marks an object of the store as going, unless somebody holds it; the other side of `holdObjects`. */
export const letGo = script(
  'let-go',
  [],
  `
for _, name in ipairs({'held', 'going'}) do call('ZREMRANGEBYSCORE', key('objects', name), '-inf', NOW) end
if call('ZSCORE', key('objects', 'held'), A.key) then return 0 end
call('ZADD', key('objects', 'going'), NOW + A.ms, A.key)
return 1
`,
);
