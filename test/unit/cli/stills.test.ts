import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkDistinct, stillOutput } from '../../../oclif/src/target/still-output.js';
import { MAX_STILLS, readStillPlaces } from '../../../oclif/src/target/still-places.js';

const cwd = mkdtempSync(join(tmpdir(), 'framefarm-stills-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const still = { frame: 45, seconds: 1.5 };

describe('places of stills', () => {
  it('are times and frames, in lists and ranges', () => {
    expect(readStillPlaces(['1.5, 90s', '0:02'], ['0,10-12'])).toEqual({
      places: [
        { seconds: 1.5 },
        { seconds: 90 },
        { seconds: 2 },
        { frame: 0 },
        { frame: 10 },
        { frame: 11 },
        { frame: 12 },
      ],
      issues: [],
    });
  });

  it('that cannot be read are all named', () => {
    const { issues } = readStillPlaces(['1,,-2'], ['x']);
    expect(issues.map(({ field, message }) => `${field} ${/"(.*?)"/.exec(message)?.[1]}`)).toEqual([
      '--at ',
      '--at -2',
      '--frame x',
    ]);
  });

  it('are asked for, and not too many', () => {
    expect(readStillPlaces([], []).issues).toMatchObject([{ code: 'missing_option' }]);
    expect(readStillPlaces([], [`0-${MAX_STILLS}`]).issues).toMatchObject([{ code: 'too_many' }]);
    expect(readStillPlaces([], ['0-999999999']).places).toEqual([]);
  });
});

describe('files of stills', () => {
  it.each([
    [null, 'renders/title_frame_45.png'],
    ['stills/', 'stills/title_frame_45.png'],
    ['.', 'title_frame_45.png'],
    ['poster.PNG', 'poster.PNG'],
    ['a/{frame}-{time}.png', 'a/45-1.500.png'],
  ])('--output %s gives %s', async (given, shown) => {
    const output = await stillOutput(given, 'title', cwd);
    expect(output.shown(still)).toBe(shown);
    expect(output.path(still)).toBe(join(cwd, shown));
  });

  it('have names of their own', async () => {
    const one = await stillOutput('poster.png', 'title', cwd);
    expect(() => checkDistinct(one, 1)).not.toThrow();
    expect(() => checkDistinct(one, 2)).toThrow(/one file for several frames/);
    expect(() => checkDistinct({ ...one, distinct: true }, 2)).not.toThrow();
  });

  it.each([
    ['poster.jpg', /stills are PNG files/],
    ['{name}.png', /\{name\} is no placeholder/],
    ['', /non-empty/],
  ])('--output "%s" is refused', async (given, rule) => {
    await expect(stillOutput(given, 'title', cwd)).rejects.toThrow(rule);
  });
});
