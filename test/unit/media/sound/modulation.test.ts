import { describe, expect, it } from 'vitest';
import { amplitudeAt, part, rms, sine, sound, through } from './signals.js';

/** Delay in ms of a click at `t` in the wet sound. */
function delayAt(params: object, t: number): number {
  const at = Math.round(t * 48_000);
  const input = sound(t + 0.2, (now) => (Math.round(now * 48_000) === at ? 1 : 0));
  const out = part(through([{ type: 'chorus', params: { ...params, mix: 1 } }], input), t, t + 0.15);
  const [sum, moment] = out.reduce(([s, m], value, index) => [s + value, m + value * index], [0, 0]);
  return ((moment ?? 0) / (sum ?? 1) / 48_000) * 1000;
}

describe('chorus', () => {
  it('swings between its delay and its delay plus depth', () => {
    const params = { delay: 20, depth: 4, speed: 2 };
    expect(delayAt(params, 0)).toBeCloseTo(20, 0);
    // The delay is read where the sound leaves, 22 ms later.
    const delays = Array.from({ length: 25 }, (_, index) => delayAt(params, index * 0.02));
    expect(Math.min(...delays)).toBeGreaterThan(19.95);
    expect(Math.min(...delays)).toBeLessThan(20.1);
    expect(Math.max(...delays)).toBeLessThan(24.05);
    expect(Math.max(...delays)).toBeGreaterThan(23.9);
  });

  it('is a plain delay without depth, keeps highs, and blends', () => {
    const input = sound(1, sine(15_000, 0.5));
    const still = through([{ type: 'chorus', params: { delay: 10, depth: 0, mix: 1 } }], input);
    expect(amplitudeAt(part(still, 0.5, 1), 15_000)).toBeCloseTo(0.5, 3);
    // 500 Hz is in antiphase after 1 ms and cancels at even shares.
    const notch = through([{ type: 'chorus', params: { delay: 1, depth: 0 } }], sound(1, sine(500, 0.5)));
    expect(rms(part(notch, 0.5, 1))).toBeLessThan(1e-4);
  });

  it('follows a lane on its mix', () => {
    const lanes = [
      {
        target: 'fx.c.mix',
        points: [
          { t: 0.5, v: 0 },
          { t: 0.5, v: 1 },
        ],
      },
    ];
    const out = through(
      [{ type: 'chorus', id: 'c', params: { delay: 100, depth: 0 } }],
      sound(1, () => 0.5),
      { lanes },
    );
    expect(out[2 * 23_000]).toBeCloseTo(0.5, 6);
    const silent = through(
      [{ type: 'chorus', id: 'c', params: { delay: 100, depth: 0 } }],
      sound(0.6, (t) => (t < 0.55 ? 0 : 0.5)),
      {
        lanes,
      },
    );
    expect(silent[2 * 28_000]).toBeCloseTo(0, 6);
  });
});

describe('phaser', () => {
  it.each(['0', '1'])('sweeps notches once in the period of its speed, wave %s', (type) => {
    const out = through([{ type: 'phaser', params: { speed: 2, decay: 0.6, type } }], sound(3, sine(1000, 0.5)));
    const levels = (from: number) =>
      Array.from({ length: 50 }, (_, index) =>
        amplitudeAt(part(out, from + index * 0.01, from + index * 0.01 + 0.005), 1000),
      );
    const [first, second] = [levels(1), levels(1.5)];
    const base = 0.5 * 0.4 * 0.74;
    // Feedback with 0.6 swings between 1 / 1.6 and 1 / 0.4.
    expect(Math.min(...first) / base).toBeGreaterThan(0.58);
    expect(Math.min(...first) / base).toBeLessThan(0.75);
    expect(Math.max(...first) / base).toBeGreaterThan(1.9);
    expect(Math.max(...first) / base).toBeLessThan(2.6);
    first.forEach((level, index) => {
      expect(Math.abs(level - (second[index] ?? 0))).toBeLessThan(0.01);
    });
  });

  it('is only gains without decay, and automatable', () => {
    const lanes = [
      {
        target: 'fx.p.out_gain',
        points: [
          { t: 0, v: 0 },
          { t: 1, v: 2 },
        ],
      },
    ];
    const nodes = [{ type: 'phaser', id: 'p', params: { in_gain: 0.5, decay: 0 } }];
    const out = through(nodes, sound(1, sine(1000, 0.5)), { lanes });
    expect(amplitudeAt(part(out, 0.495, 0.505), 1000)).toBeCloseTo(0.25, 3);
  });
});
