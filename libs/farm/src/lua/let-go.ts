import { script } from './script.js';

/** Marks an object of the store as going, unless somebody holds it; the other side of `holdObjects`. */
export const letGo = script(
  'let-go',
  [],
  `
local holders, going = key('objects', 'held', A.key), key('objects', 'going')
call('ZREMRANGEBYSCORE', holders, '-inf', NOW)
call('ZREMRANGEBYSCORE', going, '-inf', NOW)
if call('EXISTS', holders) == 1 then return 0 end
call('ZADD', going, NOW + A.ms, A.key)
return 1
`,
);
