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

it('is known by what pages wait for where their pictures are the same, and both could be asked', () => {
  const seams = new Seams();
  seams.begins(150, red, false);
  seams.passed(150, red);
  seams.passedOn(150, '400.000');
  expect(seams.broken()).toBeNull();
  seams.beginsOn(150, undefined, false);
  expect(seams.broken()).toBeNull();
  seams.beginsOn(150, '', false);
  expect(seams.broken()).toBe(150);
  seams.beginsOn(150, '400.000', false);
  expect(seams.broken()).toBeNull();
});

it('is told of a chunk in two texts, which differ as pictures do or what is waited for', () => {
  const told = (picture: Uint8Array, begins: string, goesOn: string) => {
    const seams = new Seams();
    seams.begins(0, picture, false);
    seams.beginsOn(0, begins, false);
    seams.passed(150, picture);
    seams.passedOn(150, goesOn);
    return seams.of({ firstFrame: 0, frames: 150 });
  };
  const { begins, goesOn } = told(red, '', '');
  expect(goesOn).toBe(begins);
  const texts = [begins, told(red, '1.000', '').begins, told(red, '2.000', '').begins, told(blue, '', '').begins];
  expect(new Set(texts).size).toBe(4);
  expect(told(red, '1.000', '2.000').goesOn).toBe(told(red, '2.000', '').begins);
});

it('is unknown to a chunk whose lane has not gone on', () => {
  const seams = new Seams();
  seams.begins(0, red, false);
  expect(seams.of({ firstFrame: 0, frames: 150 }).goesOn).toBeNull();
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
