/** Whether a chunk goes on where the one before has ended. */
import { expect, it } from 'vitest';
import { Seams } from '../../../libs/render/src/lanes/seams.js';

const red = new Uint8Array([255, 0, 0]);
const blue = new Uint8Array([0, 0, 255]);

it('is known when both pictures of a frame have been seen, in whichever order', () => {
  const seams = new Seams();
  seams.begins(0, red, false);
  seams.begins(300, red, false);
  seams.passed(150, blue);
  expect(seams.broken()).toBeNull();
  seams.passed(300, blue);
  expect(seams.broken()).toBe(300);
  seams.begins(150, red, false);
  expect(seams.broken()).toBe(150);
});

it('does where the pictures are the same, though their memory is used again', () => {
  const seams = new Seams();
  const memory = new Uint8Array(red);
  seams.begins(150, memory, false);
  memory.set(blue);
  seams.passed(150, red);
  expect(seams.broken()).toBeNull();
});

it('is decided by the picture of a chunk that was captured again', () => {
  const seams = new Seams();
  seams.begins(150, red, false);
  seams.passed(150, blue);
  seams.begins(150, blue, false);
  expect(seams.broken()).toBeNull();
});

it('is asked of a chunk too that is captured again when a page had gone on to it', () => {
  const seams = new Seams();
  seams.begins(150, red, true);
  expect([seams.broken(), seams.of({ firstFrame: 150, frames: 150 })]).toEqual([
    null,
    { begins: expect.stringMatching(/^[0-9a-f]{40}$/), goesOn: null },
  ]);
  seams.begins(150, blue, false);
  expect(seams.broken()).toBe(150);
});
