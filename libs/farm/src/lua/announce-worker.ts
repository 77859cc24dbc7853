import { WORKER_EXPIRY_MS } from '../workers/expiry.js';
import { script } from './script.js';

/** What a worker says of itself, and whether it shall drain. BullMQ lists connections, not lanes, versions or wishes. */
export const announceWorker = script(
  'announce-worker',
  [],
  `
local known = call('ZSCORE', key('workers'), A.id)
call('SET', key('w', A.id), A.info, 'PX', ${WORKER_EXPIRY_MS})
call('ZADD', key('workers'), NOW + ${WORKER_EXPIRY_MS}, A.id)
if not known then
  announce('farm')
  publish()
end
return {call('SISMEMBER', key('workers', 'drain'), A.id), call('SREM', key('workers', 'clear'), A.id)}
`,
);
