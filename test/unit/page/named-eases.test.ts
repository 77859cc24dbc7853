/** Eases that HyperFrames adds to GSAP. */
import { gsap } from 'gsap';
import { beforeAll, describe, expect, it } from 'vitest';
import { giveEases } from '../../../libs/page/src/sources/gsap/gsap-eases.js';
import { custom, spring, wiggle } from '../../../libs/page/src/sources/gsap/named-eases.js';

const NAMES = [
  'hold',
  'spring(0)',
  'spring(0.5)',
  'spring(4)',
  'wiggle(4,easeOut)',
  'wiggle(2, easeInOut)',
  'wiggle(3,anticipate,0.5)',
  'wiggle(1,uniform)',
  'custom(M0,0 C0.9,0 0.1,1 1,1)',
];

describe('by name in GSAP', () => {
  beforeAll(() => giveEases(gsap));

  it.each(NAMES)('%s begins at 0 and ends at 1', (name) => {
    const ease = gsap.parseEase(name);
    expect([ease(0), ease(1)]).toEqual([0, 1]);
  });

  it.each([
    ['hold', 0.99, 0],
    ['spring(0.5)', 0.2, spring(0.5)(0.2)],
    ['wiggle(4,easeOut)', 0.3, wiggle(4, 'easeOut')?.(0.3)],
    ['custom(M0,0 C0.9,0 0.1,1 1,1)', 0.25, custom('M0,0 C0.9,0 0.1,1 1,1')?.(0.25)],
  ])('%s at %f', (name, at, expected) => {
    expect(gsap.parseEase(name)(at)).toBe(expected);
  });

  it.each(['spring(much)', 'wiggle(0,easeOut)', 'wiggle(2,sideways)', 'custom(M0,0 L1,1)'])(
    'leaves GSAP its default for %s',
    (name) => {
      const tween = gsap.to({ x: 0 }, { x: 1, duration: 1, ease: name, paused: true });
      const usual = gsap.to({ x: 0 }, { x: 1, duration: 1, paused: true });
      const at = (one: gsap.core.Tween) => one.time(0.3).ratio;
      expect(at(tween)).toBe(at(usual));
    },
  );
});

describe('their curves', () => {
  it('spring: further beyond the end with more bounce', () => {
    const beyond = (bounce: number) => Math.max(...Array.from({ length: 100 }, (_, at) => spring(bounce)(at / 100)));
    expect(beyond(0)).toBeLessThan(beyond(0.5));
    expect(beyond(0.5)).toBeLessThan(beyond(1));
    // Half a turn: the damping alone.
    expect(spring(0)(0.5)).toBeCloseTo((1 + Math.exp(-6)) / (1 - Math.exp(-12)), 9);
  });

  it('wiggle: as far as its amplitude from an even way', () => {
    expect(wiggle(1, 'uniform', 0.2)?.(0.25)).toBeCloseTo(0.45, 9);
    expect(wiggle(1, 'anticipate')?.(0.25)).toBeCloseTo(0.25 - 0.12 * 0.75, 9);
    expect(wiggle(1, 'easeInOut')?.(0.25)).toBeCloseTo(0.25 + 0.08 * Math.SQRT1_2, 9);
  });

  it('custom: the curve of the path, which may not go back in time', () => {
    expect(custom('M0,0 C0.5,0 0.5,1 1,1')?.(0.5)).toBeCloseTo(0.5, 6);
    expect(custom('M0,0 C0,0 1,1 1,1')?.(0.3)).toBeCloseTo(0.3, 6);
    expect(custom('M0,0 C-0.1,0 0.5,1 1,1')).toBeUndefined();
  });
});
