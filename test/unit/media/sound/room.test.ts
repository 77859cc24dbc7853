import { describe, expect, it } from 'vitest';
import { decaySeconds } from '../../../../libs/media/src/sound/effects/impulse.js';
import { amplitudeAt, decibels, noise, part, rms, sine, sound, through } from './signals.js';

const click = (seconds: number) => sound(seconds, (t) => (t === 0 ? 1 : 0));

describe('reverb', () => {
  it.each([0.05, 0.4, 1])('decays by 60 dB in the time of a room of size %f', (size) => {
    const seconds = decaySeconds(size);
    const out = through([{ type: 'reverb', params: { size, damping: 0, wet: 1, dry: 0 } }], click(0.1), {
      tailSeconds: seconds * 1.2,
    });
    const level = (share: number) => decibels(rms(part(out, seconds * share, seconds * (share + 0.1))));
    expect(Math.abs(level(0.1) - level(0.6) - 30)).toBeLessThan(2.5);
    expect(rms(part(out, 0, 0.02))).toBeGreaterThan(0);
  });

  it('is the same on every run and in blocks of any size', () => {
    const input = sound(0.5, noise());
    const nodes = [{ type: 'reverb', params: {} }];
    const first = through(nodes, input, { tailSeconds: 1 });
    expect(through(nodes, input, { tailSeconds: 1 })).toEqual(first);
    expect(through(nodes, input, { tailSeconds: 1, blockFrames: 12_000 })).toEqual(first);
  });

  it('convolves: the sum of what each sample rings, on both sides apart', () => {
    const params = { size: 0.05, damping: 0.3, wet: 1, dry: 0 };
    const impulse = through([{ type: 'reverb', params }], click(0.1), { tailSeconds: 0.5 });
    const twice = sound(0.1, (t) => (t === 0 ? 0.5 : Math.abs(t - 0.05) < 1e-6 ? -0.25 : 0));
    const out = through([{ type: 'reverb', params }], twice, { tailSeconds: 0.5 });
    for (let at = 4800; at < 40_000; at += 37) {
      expect(out[at]).toBeCloseTo(0.5 * (impulse[at] ?? 0) - 0.25 * (impulse[at - 4800] ?? 0), 5);
    }
    const left = through(
      [{ type: 'reverb', params }],
      sound(
        0.1,
        (t) => (t === 0 ? 1 : 0),
        () => 0,
      ),
    );
    expect(rms(part(left, 0, 0.1, 1))).toBeLessThan(1e-12);
  });

  it('takes the highs away sooner when damped, and is about as loud as the dry sound', () => {
    const tail = (damping: number) =>
      through([{ type: 'reverb', params: { size: 0.5, damping, wet: 1, dry: 0 } }], sound(0.5, noise()), {
        tailSeconds: 1,
      });
    const brightness = (samples: Float32Array) => {
      const late = part(samples, 0.8, 1.3);
      const smooth = late.map((value, index) => (value + (late[index - 1] ?? 0)) / 2);
      return rms(late) / rms(smooth);
    };
    expect(brightness(tail(0))).toBeGreaterThan(1.3);
    expect(brightness(tail(1))).toBeLessThan(1.15);
    const wet = rms(
      part(through([{ type: 'reverb', params: { size: 0.05, wet: 1, dry: 0 } }], sound(2, noise())), 1, 2),
    );
    expect(wet / 0.1).toBeGreaterThan(0.85);
    expect(wet / 0.1).toBeLessThan(1.15);
  });

  it('passes the dry sound at its time and follows lanes on wet and dry', () => {
    const input = sound(1, sine(1000, 0.5));
    const dry = through([{ type: 'reverb', params: { wet: 0, dry: 1 } }], input);
    expect(Math.max(...dry.map((value, index) => Math.abs(value - (input[index] ?? 0))))).toBeLessThan(1e-7);
    const lanes = [
      {
        target: 'fx.r.dry',
        points: [
          { t: 0, v: 0 },
          { t: 1, v: 1 },
        ],
      },
      { target: 'fx.r.wet', points: [{ t: 0, v: 0 }] },
    ];
    const ramp = through([{ type: 'reverb', id: 'r' }], input, { lanes });
    expect(amplitudeAt(part(ramp, 0.495, 0.505), 1000)).toBeCloseTo(0.25, 3);
  });
});
