/** Whether a chunk goes on where the one before has ended. */
import { expect, it } from 'vitest';
import { Seams } from '../../../libs/render/src/lanes/seams.js';

const red = new Uint8Array([255, 0, 0]);
const blue = new Uint8Array([0, 0, 255]);

it('is known when both pictures of a frame have been seen, in whichever order', () => {
  const seams = new Seams();
  seams.jumped(0, red);
  seams.jumped(300, red);
  seams.passed(150, blue);
  expect(seams.broken()).toBeNull();
  seams.passed(300, blue);
  expect(seams.broken()).toBe(300);
  seams.jumped(150, red);
  expect(seams.broken()).toBe(150);
});

it('does where the pictures are the same, though their memory is used again', () => {
  const seams = new Seams();
  const memory = new Uint8Array(red);
  seams.jumped(150, memory);
  memory.set(blue);
  seams.passed(150, red);
  expect(seams.broken()).toBeNull();
});

it('is decided by the picture of a chunk that was captured again', () => {
  const seams = new Seams();
  seams.jumped(150, red);
  seams.passed(150, blue);
  seams.jumped(150, blue);
  expect(seams.broken()).toBeNull();
});

it('is told of a chunk by digests: of its first picture, and of what follows its last where somebody has looked', () => {
  const seams = new Seams();
  seams.jumped(150, red);
  expect(seams.of({ firstFrame: 150, frames: 150 })).toMatchObject({ begins: expect.any(String), goesOn: null });
  seams.passed(300, red);
  seams.passed(0, blue);
  const { begins, goesOn } = seams.of({ firstFrame: 150, frames: 150 });
  expect(goesOn).toBe(begins);
  seams.passed(300, blue);
  expect(seams.of({ firstFrame: 150, frames: 150 }).goesOn).not.toBe(begins);
});
