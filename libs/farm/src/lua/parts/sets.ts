/** Which parts a script needs, in the order in which they build on each other. */
import { batch } from './batch.js';
import { chunks } from './chunks.js';
import { compositionUse } from './composition-use.js';
import { createRender } from './create-render.js';
import { events } from './events.js';
import { idempotency } from './idempotency.js';
import { line } from './line.js';
import { outbox } from './outbox.js';
import { progress } from './progress.js';
import { retention } from './retention.js';
import { states } from './states.js';
import { steps } from './steps.js';
import { transition } from './transition.js';

export const CHANGE_STATUS = [
  events,
  outbox,
  compositionUse,
  batch,
  line,
  steps,
  chunks,
  states,
  retention,
  transition,
];
export const CREATE_RENDER = [events, outbox, compositionUse, batch, line, createRender];
export const RUN_STEPS = [...CHANGE_STATUS, progress];
export const WITH_IDEMPOTENCY = [idempotency];
export const LINE_ONLY = [events, line];
