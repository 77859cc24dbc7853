/** Another tempo with the same pitch: when what is heard sets in, how long it lasts, how pure it stays. */
import { describe, expect, it } from 'vitest';
import { SAMPLE_RATE } from '../../../../libs/media/src/sound/decode-args.js';
import { Stretch } from '../../../../libs/media/src/sound/tempo/stretch.js';

describe('a sound at another tempo', () => {
  const rates = [0.1, 0.25, 0.5, 0.75, 0.9, 1.25, 2, 4, 10] as const;

  it.each(rates)('sets in at its time, at rate %f', async (rate) => {
    for (const [begin, noise] of [
      [0.4, 0],
      [0.4531, 1e-3],
      [0.0123, 0],
      [0.611, 0.02],
    ] as const) {
      const heard = await stretched(0.9, rate, (t) => (t < begin ? 0 : 0.3 * wave(1000, t)) + noise * hiss(t));
      const first = heard.findIndex((_, at) => level(heard, at, 48) > 0.08);
      expect(Math.abs(first / SAMPLE_RATE - begin / rate), `${begin} s, noise ${noise}`).toBeLessThan(0.003);
    }
  });

  it.each(rates)('sets in anew with each beat, at rate %f', async (rate) => {
    const heard = await stretched(1, rate, (t) => (t % 0.25 < 0.1 ? 0.3 * wave(700, t) : 0));
    for (const beat of [0, 0.25, 0.5, 0.75]) {
      const at = Math.round((beat / rate) * SAMPLE_RATE);
      expect(level(heard, at + 96, 96), `beat at ${beat}`).toBeGreaterThan(0.1);
      expect(level(heard, at - 240, 216), `before ${beat}`).toBeLessThan(0.001);
      // Its end is as far from its time as half a piece is long, at the tempo of the source.
      const after = at + Math.round(((0.1 + 0.03) / rate) * SAMPLE_RATE);
      if (rate <= 2) expect(level(heard, after, 96), `after ${beat}`).toBeLessThan(0.001);
    }
  });

  it.each([0.25, 0.5, 2])(
    'begins with what sets in, not with the breath that an encoder leaves before, at rate %f',
    async (rate) => {
      const heard = await stretched(0.8, rate, (t) => (t < 0.4 ? 0 : (t < 0.405 ? 0.004 : 0.3) * wave(1000, t)));
      const first = heard.findIndex((_, at) => level(heard, at, 48) > 0.08);
      expect(Math.abs(first / SAMPLE_RATE - 0.405 / rate)).toBeLessThan(0.001);
    },
  );

  it.each([0, 1e-4])('does not end twice, before noise of %f', async (noise) => {
    const heard = await stretched(0.5, 0.5, (t) => (t > 0.1 && t < 0.15 ? 0.3 * wave(1000, t) : 0) + noise * hiss(t));
    const loud = Array.from({ length: Math.floor(heard.length / 240) }, (_, at) => level(heard, at * 240, 240) > 0.03);
    expect(loud.filter((is, at) => is && loud[at - 1] !== true)).toHaveLength(1);
  });

  it.each(rates)('lasts as long as its source does, at rate %f', async (rate) => {
    const heard = await stretched(0.777, rate, (t) => 0.2 * wave(440, t));
    expect(heard.length).toBe(Math.round(Math.round(0.777 * SAMPLE_RATE) / rate));
  });

  it.each([
    [55, 0.5],
    [130.8, 1.25],
    [440, 0.75],
    [3011, 2],
  ])('is as pure as before: %f Hz at rate %f', async (hertz, rate) => {
    const heard = await stretched(1, rate, (t) => 0.2 * wave(hertz, t));
    const part = heard.subarray(Math.round(0.1 * SAMPLE_RATE), Math.round(0.3 * SAMPLE_RATE));
    expect(decibelsOver(part, hertz)).toBeGreaterThan(28);
  });

  it('keeps what is opposite on both sides', async () => {
    const heard = await stretched(0.5, 0.5, (t) => 0.2 * wave(220, t), -1);
    expect(decibelsOver(heard.subarray(4800, 14_400), 220)).toBeGreaterThan(28);
  });
});

const wave = (hertz: number, t: number): number => Math.sin(2 * Math.PI * hertz * t);

/** Noise that is the same on every run, -1 to 1. */
function hiss(t: number): number {
  const x = Math.sin(Math.round(t * SAMPLE_RATE) * 12.9898) * 43_758.5453;
  return 2 * (x - Math.floor(x)) - 1;
}

/** The left side of what is heard of `seconds` of a sound; `right` is the right side in terms of it. */
async function stretched(seconds: number, rate: number, at: (t: number) => number, right = 1): Promise<Float32Array> {
  const source = new Float32Array(2 * Math.round(seconds * SAMPLE_RATE));
  for (let index = 0; index < source.length; index += 2) {
    source[index] = at(index / 2 / SAMPLE_RATE);
    source[index + 1] = right * (source[index] as number);
  }
  let read = 0;
  const stretch = new Stretch(
    {
      read: async (frames) => {
        read += frames;
        return source.subarray(2 * (read - frames), 2 * read);
      },
      close: async () => {},
    },
    rate,
  );
  const heard: number[] = [];
  // An odd number: whoever reads does not read by pieces.
  for (let part = await stretch.read(4801); part.length > 0; part = await stretch.read(4801)) {
    heard.push(...part.filter((_, index) => index % 2 === 0));
  }
  return Float32Array.from(heard);
}

/** Mean of the absolute values of `length` samples from `at` on. */
function level(samples: Float32Array, at: number, length: number): number {
  const part = samples.subarray(Math.max(0, at), Math.max(0, at + length));
  return part.reduce((sum, value) => sum + Math.abs(value), 0) / Math.max(1, part.length);
}

/** A tone's level over that of all that is not it, in dB. */
function decibelsOver(samples: Float32Array, hertz: number): number {
  const step = (2 * Math.PI * hertz) / SAMPLE_RATE;
  let [cos, sin] = [0, 0];
  for (const [at, value] of samples.entries()) {
    cos += (2 * value * Math.cos(step * at)) / samples.length;
    sin += (2 * value * Math.sin(step * at)) / samples.length;
  }
  let [tone, rest] = [0, 0];
  for (const [at, value] of samples.entries()) {
    const pure = cos * Math.cos(step * at) + sin * Math.sin(step * at);
    tone += pure ** 2;
    rest += (value - pure) ** 2;
  }
  return 10 * Math.log10(tone / rest);
}
