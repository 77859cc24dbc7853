import { LINE_ONLY } from './parts/sets.js';
import { script } from './script.js';

/** The three numbers of the specification at one instant; counts of BullMQ cannot be read together with the limit. */
export const lineStatus = script(
  'line-status',
  LINE_ONLY,
  `return {limit(), permits(), call('ZCARD', key('line', 'all'))}`,
);
