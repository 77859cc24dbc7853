import { describe, expect, it } from 'vitest';
import { bytes, duration, elapsed } from '../../../libs/dashboard/src/ui/figures.js';
import { parseRoute } from '../../../libs/dashboard/src/ui/hooks/use-route.js';

describe('figures of the dashboard', () => {
  it.each([
    [850, '850 ms'],
    [12_400, '12.4 s'],
    [185_000, '3 min 05 s'],
    [7_620_000, '2 h 07 min'],
  ])('write %d ms as %s', (ms, text) => expect(duration(ms)).toBe(text));

  it.each([
    [812, '812 B'],
    [2_867, '2.8 KB'],
    [1_181_116_006, '1.1 GB'],
  ])('write %d bytes as %s', (size, text) => expect(bytes(size)).toBe(text));

  it('count from the start to now while a render runs, to its end afterwards', () => {
    expect(elapsed(null, null, 0)).toBeNull();
    expect(elapsed('1970-01-01T00:00:01Z', null, 3_500)).toBe('2.5 s');
    expect(elapsed('1970-01-01T00:00:01Z', '1970-01-01T00:00:02Z', 99_000)).toBe('1.0 s');
  });
});

describe('a place in the dashboard', () => {
  it.each([
    ['', 'renders', null],
    ['#/renders/rnd_01ABC', 'renders', 'rnd_01ABC'],
    ['#/workers', 'workers', null],
    ['#/batches/bat_1', 'batches', 'bat_1'],
    ['#/renders/../x', 'renders', null],
    ['#/elsewhere/1', 'renders', '1'],
  ])('%s is %s %s', (fragment, view, id) => expect(parseRoute(fragment)).toEqual({ view, id }));
});
