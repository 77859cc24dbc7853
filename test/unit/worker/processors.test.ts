import { describe, expect, it } from 'vitest';
import { RenderProcessor, StepProcessor, UpkeepProcessor } from '../../../apps/worker/src/module/processors.js';

describe('a processor of a queue', () => {
  it.each([RenderProcessor, StepProcessor, UpkeepProcessor])(
    '%o declares job, token and signal, without which BullMQ hands out no signal',
    (processor) => expect(processor.prototype.process).toHaveLength(3),
  );
});
