import { expect, it } from 'vitest';
import { frameDeadlineMs } from '../../../libs/render/src/run/frame-deadline.js';

it('is the default of the format unless the environment says otherwise', () => {
  expect(frameDeadlineMs({})).toBeUndefined();
  expect(frameDeadlineMs({ FRAMEFARM_FRAME_DEADLINE_MS: '' })).toBeUndefined();
  expect(frameDeadlineMs({ FRAMEFARM_FRAME_DEADLINE_MS: '1500' })).toBe(1_500);
});

it.each(['0', '99', '600001', '1e3', '-5', ' 500', 'soon'])('refuses %j by name', (text) => {
  expect(() => frameDeadlineMs({ FRAMEFARM_FRAME_DEADLINE_MS: text })).toThrow(
    expect.objectContaining({ code: 'VALIDATION_FAILED', message: expect.stringContaining(`"${text}"`) }),
  );
});
