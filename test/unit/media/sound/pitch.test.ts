import { describe, expect, it } from 'vitest';
import { amplitudeAt, crossingsPerSecond, part, rms, sine, sound, strip, through } from './signals.js';

describe('pitchshift', () => {
  it.each([-12, -7, -1, 0.5, 3, 7, 12])('moves a tone by %f semitones', (semitones) => {
    const out = through([{ type: 'pitchshift', params: { semitones } }], sound(2, sine(440, 0.5)));
    const tone = part(out, 0.3, 1.8);
    const wanted = 440 * 2 ** (semitones / 12);
    expect(Math.abs(crossingsPerSecond(tone) / wanted - 1)).toBeLessThan(0.005);
    // The loudness stays, and most of the sound is the one tone.
    expect(rms(tone) / (0.5 / Math.SQRT2)).toBeGreaterThan(0.93);
    expect(rms(tone) / (0.5 / Math.SQRT2)).toBeLessThan(1.05);
    expect(
      Math.max(...[-2, -1, 0, 1, 2].map((cents) => amplitudeAt(part(out, 0.5, 0.6), wanted + cents))),
    ).toBeGreaterThan(0.45);
  });

  it.each([-12, 12])('leaves the tempo alone at %i semitones', (semitones) => {
    const beats = sound(2, (t) => (t % 0.5 >= 0.2 && t % 0.5 < 0.3 ? 0.5 * Math.sin(2 * Math.PI * 800 * t) : 0));
    const out = through([{ type: 'pitchshift', params: { semitones } }], beats);
    for (const beat of [0, 0.5, 1, 1.5]) {
      expect(rms(part(out, beat + 0.22, beat + 0.28))).toBeGreaterThan(0.25);
      expect(rms(part(out, beat + 0.02, beat + 0.15))).toBeLessThan(0.02);
      expect(rms(part(out, beat + 0.36, beat + 0.48))).toBeLessThan(0.02);
    }
  });

  it('does not fold highs back when shifting up, and keeps both sides apart', () => {
    const out = through([{ type: 'pitchshift', params: { semitones: 12 } }], sound(1, sine(15_000, 0.5)));
    expect(rms(part(out, 0.3, 0.8))).toBeLessThan(0.001);
    const sides = through(
      [{ type: 'pitchshift', params: { semitones: 12 } }],
      sound(1, sine(300, 0.5), () => 0),
    );
    expect(rms(part(sides, 0.3, 0.8, 0))).toBeGreaterThan(0.3);
    expect(rms(part(sides, 0.3, 0.8, 1))).toBe(0);
  });

  it('blends with the dry sound in time, and does nothing at 0 semitones', () => {
    const input = sound(0.5, sine(440, 0.5));
    const dry = through([{ type: 'pitchshift', params: { semitones: 5, mix: 0 } }], input);
    expect(Math.max(...dry.map((value, index) => Math.abs(value - (input[index] ?? 0))))).toBeLessThan(1e-6);
    expect(strip([{ type: 'pitchshift', params: { semitones: 0 } }]).latencyFrames).toBe(0);
  });
});
