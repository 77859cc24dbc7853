/** Where an animation of a style is, and what is told when that changes (CSS Animations 2 and Transitions 2, tables of events). */
import { describe, expect, it } from 'vitest';
import {
  type EffectTiming,
  IDLE,
  type Standing,
  standingAt,
  toldBetween,
} from '../../../libs/page/src/sources/animations/phases.js';

/** Three passes of 200 ms after 100 ms. */
const THREE: EffectTiming = { delay: 100, duration: 200, activeDuration: 600, iterationStart: 0, endTime: 700 };
const timing = (changes: Partial<EffectTiming> = {}): EffectTiming => ({ ...THREE, ...changes });
const [before, after] = [standingAt(0, 1, THREE), standingAt(700, 1, THREE)];
const active = (iteration: number, activeMs = iteration * 200): Standing => ({ phase: 'active', iteration, activeMs });

describe('an animation', () => {
  it.each([
    [0, 1, 'before', 0],
    [99.9, 1, 'before', 0],
    [100, 1, 'active', 0],
    [100, -1, 'before', 0],
    [299.9, 1, 'active', 0],
    [300, 1, 'active', 1],
    [699.9, 1, 'active', 2],
    [700, 1, 'after', 0],
    [700, -1, 'active', 3],
    [701, -1, 'after', 0],
  ])('at %s ms and a rate of %s is %s, in pass %s', (local, rate, phase, iteration) => {
    expect(standingAt(local, rate, THREE)).toMatchObject({ phase, iteration });
  });

  it('counts passes from where the first one begins', () => {
    expect(standingAt(250, 1, timing({ iterationStart: 1.5 })).iteration).toBe(2);
  });

  it('of no length has no passes, and is over where it begins', () => {
    const none = timing({ duration: 0, activeDuration: 0, endTime: 100 });
    expect(standingAt(99, 1, none).phase).toBe('before');
    expect(standingAt(100, 1, none).phase).toBe('after');
  });

  it('that never ends is never over', () => {
    const endless = timing({ activeDuration: Number.POSITIVE_INFINITY, endTime: Number.POSITIVE_INFINITY });
    expect(standingAt(1e6 + 100, 1, endless)).toEqual({ phase: 'active', iteration: 5000, activeMs: 1e6 });
  });

  it('begins on its way where its delay is negative', () => {
    expect(standingAt(0, 1, timing({ delay: -300, endTime: 300 }))).toEqual({
      phase: 'active',
      iteration: 1,
      activeMs: 300,
    });
  });
});

describe('what is told', () => {
  const told = (from: Standing, to: Standing, isTransition = false, about = THREE) =>
    toldBetween(from, to, isTransition, about).map(({ type, elapsedMs }) => `${type} ${elapsedMs}`);

  it.each([
    ['of one that waits', IDLE, before, []],
    ['of one that begins', before, active(0), ['start 0']],
    ['of one that is there', IDLE, active(1), ['start 0']],
    ['of the same pass', active(1), active(1, 350), []],
    ['of the next pass', active(0), active(1), ['iteration 200']],
    ['of passes that were jumped over', active(0), active(2), ['iteration 400']],
    ['of the pass before', active(2), active(1), ['iteration 400']],
    ['at the end', active(2), after, ['end 600']],
    ['after a jump over all of it', before, after, ['start 0', 'end 600']],
    ['after a jump back into it', after, active(2), ['start 600']],
    ['after a jump back over all of it', after, before, ['start 600', 'end 0']],
    ['after a jump out of its beginning', active(0), before, ['end 0']],
    ['of one that is over', after, after, []],
    ['of one that was cancelled', active(0), IDLE, []],
  ])('%s', (_, from, to, expected) => expect(told(from, to)).toEqual(expected));

  it.each([
    ['waits', IDLE, before, ['run 0']],
    ['is there', IDLE, active(0), ['run 0', 'start 0']],
    ['is over already', IDLE, after, ['run 0', 'start 0', 'end 600']],
    ['begins', before, active(0), ['start 0']],
    ['has no passes', active(0), active(1), []],
  ])('of a transition that %s', (_, from, to, expected) => expect(told(from, to, true)).toEqual(expected));

  it('counts from where it is by a negative delay', () => {
    expect(told(IDLE, active(1), false, timing({ delay: -250, endTime: 350 }))).toEqual(['start 250']);
  });
});
