import { PAYLOAD_VERSION, type StepPayload } from '@framefarm/farm';
import { expect, it } from 'vitest';
import { WorkBoard } from '../../../apps/worker/src/steps/work-board.js';

const payload: StepPayload = {
  version: PAYLOAD_VERSION,
  renderId: 'rnd_1',
  epoch: 1,
  step: { kind: 'assemble', id: 'assemble' },
  attempt: 1,
  notOn: [],
};

it('a step that is taken anew while its first try still ends stays on the board', async () => {
  const board = new WorkBoard();
  const first = board.begin(payload);
  const second = board.begin(payload);
  first.end();
  second.frames(7);
  expect(board.list()).toMatchObject([{ stepId: 'assemble', frames: 7 }]);
  expect(await board.empty(0)).toBe(false);
  second.end();
  expect(await board.empty(0)).toBe(true);
});
