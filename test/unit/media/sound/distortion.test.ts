import { describe, expect, it } from 'vitest';
import { CURVES } from '../../../../libs/media/src/sound/effects/saturate.js';
import { amplitudeAt, decibels, part, peak, rms, sine, sound, through } from './signals.js';

describe('saturate', () => {
  it.each(Object.entries(CURVES))('%s passes small values, is odd, rises and ends at one', (_, curve) => {
    expect(curve(1e-4) / 1e-4).toBeCloseTo(1, 3);
    expect(curve(-0.7)).toBeCloseTo(-curve(0.7), 12);
    for (let x = 0; x < 4; x += 0.01) expect(curve(x + 0.01)).toBeGreaterThanOrEqual(curve(x));
    expect(curve(1e5)).toBeCloseTo(1, 3);
  });

  it.each(Object.keys(CURVES))('%s makes the odd overtones of its curve at its threshold', (type) => {
    const threshold = 10 ** (-12 / 20);
    const input = sound(0.5, sine(1000, 0.8));
    const out = part(through([{ type: 'saturate', params: { type, threshold: -12 } }], input), 0.1, 0.4);
    const curve = CURVES[type] ?? Math.tanh;
    const ideal = Float64Array.from({ length: 48_000 }, (_, index) => {
      return threshold * curve((0.8 / threshold) * Math.sin((2 * Math.PI * 1000 * index) / 48_000));
    });
    for (const overtone of [1, 3, 5, 7]) {
      // An ideal of one second holds 48 samples a period, enough for overtones far below the folding point.
      expect(Math.abs(amplitudeAt(out, 1000 * overtone) - amplitudeAt(ideal, 1000 * overtone))).toBeLessThan(0.004);
    }
    expect(amplitudeAt(out, 2000)).toBeLessThan(1e-4);
    expect(amplitudeAt(out, 3000)).toBeGreaterThan(0.005);
  });

  it('keeps false tones down by oversampling, and keeps the place in time', () => {
    const input = sound(0.5, sine(7000, 0.8));
    // The fifth overtone of 7 kHz lies at 35 kHz and folds to 13 kHz.
    const folded = (oversample: number) =>
      amplitudeAt(
        part(through([{ type: 'saturate', params: { type: 'hard', threshold: -12, oversample } }], input), 0.1, 0.4),
        13_000,
      );
    expect(decibels(folded(8) / folded(1))).toBeLessThan(-30);
    const quiet = sound(0.2, sine(1000, 0.001));
    const out = through([{ type: 'saturate', params: { threshold: 0 } }], quiet);
    const error = part(out, 0.05, 0.15).map((value, index) => value - (part(quiet, 0.05, 0.15)[index] ?? 0));
    expect(rms(error)).toBeLessThan(1e-6);
  });

  it('follows a lane on its output', () => {
    const lanes = [
      {
        target: 'fx.s.output',
        points: [
          { t: 0, v: 0 },
          { t: 1, v: -24 },
        ],
      },
    ];
    const out = through([{ type: 'saturate', id: 's', params: { threshold: 0 } }], sound(1, sine(1000, 0.01)), {
      lanes,
    });
    expect(decibels(amplitudeAt(part(out, 0.495, 0.505), 1000) / 0.01)).toBeCloseTo(-12, 1);
  });
});

describe('bitcrush', () => {
  it('rounds to steps and holds samples; silence stays silent', () => {
    const ramp = sound(0.01, (t) => t * 100 - 0.5);
    const steps = part(through([{ type: 'bitcrush', params: { bits: 3 } }], ramp), 0, 0.01);
    expect([...new Set(steps)].sort((a, b) => a - b)).toEqual([-0.5, -0.25, 0, 0.25, 0.5]);
    const held = part(through([{ type: 'bitcrush', params: { bits: 32, samples: 10 } }], ramp), 0, 0.01);
    for (let at = 0; at < held.length; at += 1) expect(held[at]).toBe(held[at - (at % 10)]);
    expect(new Set(held).size).toBe(48);
    expect(
      peak(
        part(
          through(
            [{ type: 'bitcrush', params: { bits: 2 } }],
            sound(0.01, () => 0),
          ),
          0,
          0.01,
        ),
      ),
    ).toBe(0);
    const half = through(
      [{ type: 'bitcrush', params: { bits: 1, mix: 0.5 } }],
      sound(0.01, () => 0.8),
    );
    expect(half[0]).toBeCloseTo(0.9, 6);
  });
});
