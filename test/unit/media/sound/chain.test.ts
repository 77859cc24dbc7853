import { AUDIO_EFFECTS } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { parseAutomation, parseChain } from '../../../../libs/media/src/sound/automation.js';
import { envelope } from '../../../../libs/media/src/sound/envelope.js';
import { amplitudeAt, part, rms, sine, sound, strip, through } from './signals.js';

function valueAt(points: readonly object[], seconds: number): number {
  const [lane] = parseAutomation(JSON.stringify({ version: 1, lanes: [{ target: 'volume', points }] }), 'a1');
  return envelope(lane?.points ?? []).at(seconds);
}

describe('automation', () => {
  it('is exact on straight, curved and held parts', () => {
    const line = [
      { t: 1, v: 2 },
      { t: 3, v: 6 },
    ];
    expect([0, 1, 1.5, 3, 9].map((t) => valueAt(line, t))).toEqual([2, 2, 3, 6, 6]);
    expect(
      valueAt(
        [
          { t: 0, v: 0, curve: 1 },
          { t: 1, v: 1 },
        ],
        0.5,
      ),
    ).toBe(0.5 ** 4);
    expect(
      valueAt(
        [
          { t: 0, v: 0, curve: -1 },
          { t: 1, v: 1 },
        ],
        0.0625,
      ),
    ).toBeCloseTo(0.5, 12);
    expect(
      valueAt(
        [
          { t: 0, v: 0, curve: 0.5 },
          { t: 1, v: 1 },
        ],
        0.25,
      ),
    ).toBeCloseTo(0.0625, 12);
    expect(
      valueAt(
        [
          { t: 0, v: 0, curve: 9 },
          { t: 1, v: 1 },
        ],
        0.5,
      ),
    ).toBe(0.5 ** 4);
  });

  it.each([
    [0.5, 0.8],
    [0.2, 0.3],
    [0.9, 0.05],
    [0.05, 0.95],
    [0.99, 0.6],
  ])('goes through the via point %f, %f, which wins over the curve, and never turns back', (viaX, viaY) => {
    const points = [
      { t: 0, v: 0, curve: 1, viaX, viaY },
      { t: 1, v: 1 },
    ];
    expect(valueAt(points, viaX)).toBeCloseTo(viaY, 9);
    let before = 0;
    for (let t = 0; t <= 1; t += 0.001) {
      const value = valueAt(points, t);
      expect(value).toBeGreaterThanOrEqual(before - 1e-12);
      before = value;
    }
    expect(valueAt(points, 1)).toBe(1);
  });

  it('is straight for a via point on the line', () => {
    expect(
      valueAt(
        [
          { t: 0, v: 0, viaX: 0.5, viaY: 0.5 },
          { t: 1, v: 1 },
        ],
        0.3,
      ),
    ).toBeCloseTo(0.3, 9);
  });
});

describe('chains', () => {
  it('renders every type of the format', () => {
    const types = Object.keys(AUDIO_EFFECTS);
    expect(types).toHaveLength(16);
    for (const type of types) {
      const out = through([{ type }], sound(0.3, sine(1000, 0.1)), { tailSeconds: 0.1 });
      expect(out.every(Number.isFinite), type).toBe(true);
      expect(rms(part(out, 0.1, 0.3)), type).toBeGreaterThan(0.001);
      expect(strip([{ type }]).warnings).toEqual([]);
    }
  });

  it('bypasses what is not enabled', () => {
    const input = sound(0.1, sine(1000, 0.5));
    expect(through([{ type: 'gain', enabled: false, params: { gain: -60 } }], input)).toEqual(input);
    expect(strip([{ type: 'gain', enabled: false }]).hasEffects).toBe(false);
  });

  it('adds the delays of its effects up and still is in time', () => {
    const nodes = [
      { type: 'limiter' },
      { type: 'saturate', params: { threshold: 0 } },
      { type: 'reverb', params: { wet: 0, dry: 1 } },
    ];
    expect(strip(nodes).latencyFrames).toBe(240 + 48 + 8192);
    const input = sound(0.2, sine(1000, 0.01));
    const out = through(nodes, input);
    const errors = part(out, 0.05, 0.15).map((value, index) => value - (part(input, 0.05, 0.15)[index] ?? 0));
    expect(rms(errors)).toBeLessThan(1e-5);
  });

  it('blends a preset by its amount or its lane', () => {
    const nodes = [
      { type: 'gain', fromPreset: 'warm', presetAmount: 0.5, params: { gain: -60 } },
      { type: 'limiter', fromPreset: 'warm', presetAmount: 0.5 },
      { type: 'gain', params: { gain: 6.0206 } },
    ];
    const input = sound(1, sine(1000, 0.2));
    expect(amplitudeAt(part(through(nodes, input), 0.5, 1), 1000)).toBeCloseTo(0.2002, 3);
    const lanes = [
      {
        target: 'fx.preset.warm',
        points: [
          { t: 0, v: 0 },
          { t: 1, v: 1 },
        ],
      },
    ];
    const out = through(nodes, input, { lanes });
    expect(amplitudeAt(part(out, 0.745, 0.755), 1000)).toBeCloseTo(0.4 * 0.25, 2);
    expect(strip(nodes, lanes).warnings).toEqual([]);
  });

  it.each(['fx.c.threshold', 'fx.none.gain', 'fx.preset.none', 'pan', 'fx.s.q'])('warns of a lane on %s', (target) => {
    const nodes = [
      { type: 'compressor', id: 'c' },
      { type: 'lowshelf', id: 's' },
    ];
    const { warnings } = strip(nodes, [{ target, points: [{ t: 0, v: 0 }] }]);
    expect(warnings).toMatchObject([{ code: 'automation_target_inert', details: { element: 'a1', target } }]);
  });

  it.each([
    [[{ type: 'sparkle' }], '"sparkle" is no effect type'],
    [[null], 'is no effect type'],
    [[{ type: 'gain', params: 3 }], 'params of "gain"'],
  ])('refuses %o', (nodes, message) => {
    expect(() => strip(nodes as object[])).toThrowError(
      expect.objectContaining({ code: 'AUDIO_FX_INVALID', message: expect.stringContaining(message) }),
    );
  });

  it('refuses a lane that is nothing', () => {
    expect(() => parseAutomation('{"version": 1, "lanes": [null]}', 'a1')).toThrowError(
      expect.objectContaining({
        code: 'AUDIO_FX_INVALID',
        message: 'data-automation of "a1" cannot be read: each lane needs a target and 1 to 512 points',
      }),
    );
  });

  it.each([
    ['data-automation', () => parseAutomation('{', 'a1')],
    ['data-fx-chain', () => parseChain('{', 'a1')],
  ])('advises to correct %s where that cannot be read', (attribute, read) => {
    expect(read).toThrowError(expect.objectContaining({ hint: `Correct ${attribute}.` }));
  });
});

describe('both sides of a sound', () => {
  const types = (Object.keys(AUDIO_EFFECTS) as (keyof typeof AUDIO_EFFECTS)[]).filter((type) => type !== 'reverb');

  /** The room of a reverb is another one on each side. */
  it.each(types)('are treated alike by %s, whatever is on the other', (type) => {
    const [one, other] = [sine(700, 0.6), sine(1100, 0.2)];
    // By default these two change nothing.
    const params = { gain: { gain: 3 }, pitchshift: { semitones: 3 } }[String(type)] ?? {};
    const node = { type, params };
    const [there, back] = [through([node], sound(0.4, one, other)), through([node], sound(0.4, other, one))];
    for (const side of [0, 1] as const) {
      const [heard, mirrored] = [part(there, 0, 0.4, side), part(back, 0, 0.4, side === 0 ? 1 : 0)];
      expect(rms(heard)).toBeGreaterThan(0.001);
      expect(rms(heard.map((value, at) => value - (mirrored[at] ?? 0)))).toBeLessThan(1e-6);
    }
  });
});
