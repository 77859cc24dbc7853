import { describe, expect, it } from 'vitest';
import { amplitudeAt, decibels, part, sine, sound, through } from './signals.js';

function gainAt(type: string, params: object, hertz: number): number {
  const out = through([{ type, params }], sound(1, sine(hertz, 0.1)));
  return decibels(amplitudeAt(part(out, 0.5, 1), hertz) / 0.1);
}

describe('filters', () => {
  it.each([
    ['lowpass', { frequency: 1000 }, 100, 0, 0.1],
    ['lowpass', { frequency: 1000 }, 1000, -3.01, 0.05],
    ['lowpass', { frequency: 1000 }, 4000, -24.2, 0.5],
    ['lowpass', { frequency: 1000, poles: '1' }, 1000, -3.01, 0.05],
    ['lowpass', { frequency: 1000, poles: 1 }, 4000, -12.4, 0.5],
    ['lowpass', { frequency: 1000, q: 4 }, 1000, 12.04, 0.05],
    ['highpass', { frequency: 1000 }, 1000, -3.01, 0.05],
    ['highpass', { frequency: 1000 }, 250, -24.1, 0.2],
    ['highpass', { frequency: 1000, poles: 1 }, 250, -12.3, 0.2],
    ['peaking', { frequency: 1000, gain: 9, q: 2 }, 1000, 9, 0.05],
    ['peaking', { frequency: 1000, gain: -9, q: 2 }, 1000, -9, 0.05],
    ['peaking', { frequency: 1000, gain: 9, q: 2 }, 100, 0, 0.1],
    ['peaking', { frequency: 1000, gain: 9, q: 2 }, 10_000, 0, 0.1],
    ['lowshelf', { frequency: 500, gain: 8 }, 40, 8, 0.1],
    ['lowshelf', { frequency: 500, gain: 8 }, 500, 4, 0.1],
    ['lowshelf', { frequency: 500, gain: -8 }, 40, -8, 0.1],
    ['lowshelf', { frequency: 500, gain: 8 }, 8000, 0, 0.1],
    ['highshelf', { frequency: 2000, gain: 8 }, 18_000, 8, 0.1],
    ['highshelf', { frequency: 2000, gain: 8 }, 2000, 4, 0.1],
    ['highshelf', { frequency: 2000, gain: 8 }, 100, 0, 0.1],
    ['highshelf', { frequency: 2000, gain: -8 }, 18_000, -8, 0.1],
  ] as const)('%s %o at %i Hz is %f dB', (type, params, hertz, expected, tolerance) => {
    expect(Math.abs(gainAt(type, params, hertz) - expected)).toBeLessThan(tolerance);
  });

  it('clamps values, takes defaults for what is no number, and sweeps by a lane', () => {
    expect(gainAt('gain', { gain: 99 }, 1000)).toBeCloseTo(12, 3);
    expect(gainAt('gain', { gain: null }, 1000)).toBeCloseTo(0, 6);
    const lanes = [
      {
        target: 'fx.f.frequency',
        points: [
          { t: 0, v: 20_000 },
          { t: 1, v: 100 },
          { t: 2, v: 100 },
        ],
      },
    ];
    const out = through([{ type: 'lowpass', id: 'f' }], sound(2, sine(1000, 0.1)), { lanes });
    expect(decibels(amplitudeAt(part(out, 0.1, 0.2), 1000) / 0.1)).toBeCloseTo(0, 1);
    expect(decibels(amplitudeAt(part(out, 1.5, 2), 1000) / 0.1)).toBeLessThan(-39);
  });
});
