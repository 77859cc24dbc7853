import { describe, expect, it } from 'vitest';
import { amplitudeAt, decibels, part, peak, rms, sine, sound, through } from './signals.js';

/** Level in dB of a settled 1 kHz tone whose mean power lies at `level` dB. */
function settled(nodes: readonly object[], level: number): number {
  const amplitude = Math.SQRT2 * 10 ** (level / 20);
  const out = through(nodes, sound(1.5, sine(1000, amplitude)));
  return decibels(rms(part(out, 1.3, 1.5)));
}

describe('compressor', () => {
  const node = { type: 'compressor', params: { threshold: -24, ratio: 4, knee: 1 } };

  it.each([
    [-40, -40],
    [-25, -25],
    [-20, -23],
    [-12, -21],
    [-4, -19],
  ])('turns %i dB into %i dB at a ratio of 4 above −24 dB', (level, expected) => {
    expect(Math.abs(settled([node], level) - expected)).toBeLessThan(0.1);
  });

  it('eases into the corner with a knee, adds make-up and blends the dry sound in', () => {
    const soft = { type: 'compressor', params: { threshold: -24, ratio: 4, knee: 8 } };
    const width = decibels(8);
    expect(Math.abs(settled([soft], -24) - (-24 - (0.75 * width) / 8))).toBeLessThan(0.1);
    expect(Math.abs(settled([soft], -4) - -19)).toBeLessThan(0.1);
    const loud = { type: 'compressor', params: { ...node.params, makeup: 6 } };
    expect(Math.abs(settled([loud], -12) - -15)).toBeLessThan(0.1);
    const half = { type: 'compressor', params: { ...node.params, mix: 0.5 } };
    const expected = decibels(0.5 * 10 ** (-12 / 20) + 0.5 * 10 ** (-21 / 20));
    expect(Math.abs(settled([half], -12) - expected)).toBeLessThan(0.1);
  });

  it.each([
    [20, 250],
    [100, 600],
  ])('comes down within %i ms and back within %i ms', (attack, release) => {
    const loud = Math.SQRT2 * 10 ** (-4 / 20);
    const quiet = Math.SQRT2 * 10 ** (-40 / 20);
    const level = (t: number) => (t < 0.5 || t >= 1.5 ? quiet : loud);
    const input = sound(3, (t) => level(t) * Math.sin(2 * Math.PI * 1000 * t));
    const out = through([{ type: 'compressor', params: { ...node.params, attack, release } }], input);
    const gain = (t: number) => decibels(amplitudeAt(part(out, t, t + 0.001), 1000) / level(t));
    expect(gain(0.5 + attack / 4000)).toBeGreaterThan(-15 * 0.75);
    expect(gain(0.5 + (attack * 1.1) / 1000)).toBeLessThan(-15 * 0.97);
    expect(gain(1.5 + release / 4000)).toBeLessThan(-15 * 0.3);
    expect(gain(1.5 + (release * 1.1) / 1000)).toBeGreaterThan(-15 * 0.03);
  });

  it('keeps the balance of both sides', () => {
    const out = through([node], sound(1, sine(1000, 0.9), sine(1000, 0.3)));
    const [left, right] = [rms(part(out, 0.8, 1, 0)), rms(part(out, 0.8, 1, 1))];
    expect(left / right).toBeCloseTo(3, 3);
    expect(left).toBeLessThan(0.3);
  });
});

describe('limiter', () => {
  it.each([-12, -1])('lets nothing pass %i dB, and leaves what is below alone', (limit) => {
    const ceiling = 10 ** (limit / 20);
    const bursts = (t: number) => (t % 0.25 < 0.01 ? 3 : 0.2) * Math.sin(2 * Math.PI * 997 * t);
    const out = through([{ type: 'limiter', params: { limit } }], sound(1, bursts));
    expect(peak(part(out, 0, 1))).toBeLessThanOrEqual(ceiling * (1 + 1e-6));
    expect(peak(part(out, 0, 0.01))).toBeGreaterThan(ceiling * 0.95);
    const soft = sound(1, sine(1000, ceiling * 0.9));
    const untouched = through([{ type: 'limiter', params: { limit } }], soft);
    expect(peak(part(untouched, 0, 1))).toBeCloseTo(ceiling * 0.9, 4);
    expect(Math.max(...untouched.map((value, index) => Math.abs(value - (soft[index] ?? 0))))).toBeLessThan(1e-6);
  });

  it('lowers a steady tone without bending it, and has an output gain', () => {
    const out = through([{ type: 'limiter', params: { limit: -6, level_out: 3 } }], sound(1, sine(1000, 1)));
    const tone = part(out, 0.5, 1);
    expect(decibels(amplitudeAt(tone, 1000))).toBeCloseTo(-3, 1);
    expect(amplitudeAt(tone, 3000)).toBeLessThan(0.003);
  });

  it('is down before a peak arrives: the first waves of a burst are lowered, not clipped', () => {
    const burst = sound(1, (t) => (t < 0.5 ? 0 : 3) * Math.sin(2 * Math.PI * 1000 * t));
    const out = through([{ type: 'limiter', params: { limit: -12 } }], burst);
    const first = part(out, 0.5, 0.504);
    expect(amplitudeAt(first, 1000)).toBeCloseTo(10 ** (-12 / 20), 2);
    expect(amplitudeAt(first, 3000)).toBeLessThan(0.005);
  });

  it.each([0, 1] as const)('lowers both sides alike by the louder one (side %i)', (loud) => {
    const wave = (side: 0 | 1) => sine(1000, side === loud ? 0.9 : 0.3);
    const out = through([{ type: 'limiter', params: { limit: -12 } }], sound(1, wave(0), wave(1)));
    const [louder, other] = ([loud, loud === 0 ? 1 : 0] as const).map((side) =>
      amplitudeAt(part(out, 0.5, 1, side), 1000),
    );
    expect(louder).toBeCloseTo(10 ** (-12 / 20), 2);
    expect((louder ?? 0) / (other ?? 0)).toBeCloseTo(3, 3);
  });

  it('comes back within its release', () => {
    const input = sound(2, (t) => (t < 1 ? 1 : 0.25) * Math.sin(2 * Math.PI * 1000 * t));
    const out = through([{ type: 'limiter', params: { limit: -12, release: 400 } }], input);
    expect(amplitudeAt(part(out, 1.02, 1.03), 1000)).toBeLessThan(0.12);
    expect(amplitudeAt(part(out, 1.42, 1.44), 1000)).toBeGreaterThan(0.24);
  });
});

describe('gate', () => {
  const params = { threshold: -35, range: -24, ratio: 2, knee: 1 };

  it.each([
    [-20, -20],
    [-40, -45],
    [-50, -65],
    [-70, -94],
  ])('turns %i dB into %i dB at a ratio of 2 below −35 dB and a range of −24 dB', (level, expected) => {
    expect(Math.abs(settled([{ type: 'gate', params }], level) - expected)).toBeLessThan(0.2);
  });

  it('turns both sides down alike', () => {
    const [left, right] = [sine(1000, 0.001), sine(1000, 0.0005)];
    const out = through([{ type: 'gate', params: { ...params, ratio: 10 } }], sound(1, left, right));
    const range = 10 ** (-24 / 20);
    expect(amplitudeAt(part(out, 0.5, 1, 0), 1000) / 0.001).toBeCloseTo(range, 3);
    expect(amplitudeAt(part(out, 0.5, 1, 1), 1000) / 0.0005).toBeCloseTo(range, 3);
  });

  it('opens within its attack and closes within its release', () => {
    const level = (t: number) => (t >= 0.5 && t < 1 ? 0.5 : 0.001);
    const input = sound(2, (t) => level(t) * Math.sin(2 * Math.PI * 1000 * t));
    const out = through([{ type: 'gate', params: { ...params, ratio: 10, attack: 40, release: 200 } }], input);
    const factor = (t: number) => amplitudeAt(part(out, t, t + 0.001), 1000) / level(t);
    expect(factor(0.49)).toBeCloseTo(10 ** (-24 / 20), 2);
    expect(factor(0.51)).toBeLessThan(0.75);
    expect(factor(0.544)).toBeGreaterThan(0.97);
    expect(factor(1.05)).toBeGreaterThan(0.3);
    expect(factor(1.23)).toBeLessThan(0.09);
  });
});
