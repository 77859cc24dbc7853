import { describe, expect, it } from 'vitest';
import { stageDeadlines } from '../../../libs/render/src/stage/stage-deadlines.js';

describe.each([
  ['frameMs', 'FRAMEFARM_FRAME_DEADLINE_MS'],
  ['launchMs', 'FRAMEFARM_LAUNCH_DEADLINE_MS'],
])('%s', (deadline, variable) => {
  it('is the default of the stage unless the environment says otherwise', () => {
    expect(stageDeadlines({})).toEqual({});
    expect(stageDeadlines({ [variable]: '' })).toEqual({});
    expect(stageDeadlines({ [variable]: '1500' })).toEqual({ [deadline]: 1_500 });
  });

  it.each(['0', '99', '600001', '1e3', '-5', ' 500', 'soon'])('refuses %j by name', (text) => {
    expect(() => stageDeadlines({ [variable]: text })).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        message: expect.stringContaining(`${variable} "${text}"`),
      }),
    );
  });
});
