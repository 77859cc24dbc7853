import { script } from './script.js';

/** Whose time is over, by the clock of Redis. BullMQ evaluates ages only when another job finishes. */
export const dueRetention = script(
  'due-retention',
  [],
  `return call('ZRANGEBYSCORE', key('due', A.what), '-inf', NOW, 'LIMIT', 0, A.limit)`,
);
