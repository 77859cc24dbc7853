import { describe, expect, it } from 'vitest';
import {
  defaultTemplate,
  fillTemplate,
  fixedDirectory,
  parseTemplate,
  valueFault,
} from '../../../libs/batch/src/outputs/template.js';

const fill = (template: string, row: Record<string, unknown>, index = 0) =>
  fillTemplate(parseTemplate(template).template, row, index);
const faultCodes = (template: string, row: Record<string, unknown>) =>
  fill(template, row).faults.map(({ field, code }) => `${field} ${code}`);

describe('an output template (cli 5)', () => {
  it('takes strings, numbers and booleans', () => {
    expect(fill('out/{name}/{n}-{on}.mp4', { name: 'Ünï', n: 1.5, on: true }).path).toBe('out/Ünï/1.5-true.mp4');
  });

  it('counts rows from 0 with {index}, which wins over a key of that name', () => {
    expect(fill('{index}.mp4', { index: 'mine' }, 7).path).toBe('7.mp4');
  });

  it('has names of letters, digits, dot, dash and underscore', () => {
    expect(fill('{a.B-c_9}', { 'a.B-c_9': 'x' }).path).toBe('x');
    expect(parseTemplate('{first name}{}{ä}').faults).toHaveLength(3);
  });

  it('refuses a brace that belongs to no placeholder', () => {
    expect(parseTemplate('a{b.mp4').faults).toMatchObject([{ code: 'template_invalid' }]);
    expect(parseTemplate('a}b{{c}}').faults).toHaveLength(3);
  });

  it('is by default the name of the project and the index, also for a project called like a placeholder', () => {
    expect(fillTemplate(defaultTemplate('{x}', '.mp4'), {}, 3).path).toBe('renders/{x}_3.mp4');
    expect(fillTemplate(defaultTemplate('p', ''), {}, 0).path).toBe('renders/p_0');
  });

  it.each([
    ['out/{a}/b.mp4', 'out/'],
    ['out/pre{a}.mp4', 'out/'],
    ['{a}/b.mp4', ''],
    ['/abs/x.mp4', '/abs/'],
    ['x.mp4', ''],
    ['a\\{a}.mp4', 'a\\'],
  ])('%s has the fixed directory "%s"', (text, expected) => {
    expect(fixedDirectory(parseTemplate(text).template)).toBe(expected);
  });

  it('names every placeholder that a row cannot fill', () => {
    expect(faultCodes('{a}{b}{c}{c}{d}', { b: null, c: [1], d: {} })).toEqual([
      'a placeholder_missing',
      'b placeholder_not_scalar',
      'c placeholder_not_scalar',
      'd placeholder_not_scalar',
    ]);
  });

  it('never reads a key from a prototype', () => {
    expect(faultCodes('{constructor}{toString}{__proto__}', {})).toEqual([
      'constructor placeholder_missing',
      'toString placeholder_missing',
      '__proto__ placeholder_missing',
    ]);
  });
});

describe('a value in an output (cli 5)', () => {
  it.each([[''], ['.'], ['..'], ['a/b'], ['a\\b'], ['../x'], ['/x'], ['a\nb'], ['a\0'], ['\u0085'], ['\ud800']])(
    'may not be %j',
    (value) => {
      expect(valueFault('name', value)?.code).toBe('placeholder_unsafe');
    },
  );

  it('has at most 200 bytes, not characters', () => {
    expect(valueFault('name', 'x'.repeat(200))).toBeNull();
    expect(valueFault('name', 'x'.repeat(201))?.message).toContain('201 bytes');
    expect(valueFault('name', 'ä'.repeat(101))?.message).toContain('202 bytes');
  });

  it.each([['Mr.'], ['Mr ']])('may be %j where no name ends with it', (name) => {
    expect(fill('{name}.mp4', { name }).path).toBe(`${name}.mp4`);
    for (const template of ['{name}', '{name}/a.mp4', '{name}\\a.mp4', 'a {name}']) {
      expect(fill(template, { name }).faults).toMatchObject([{ code: 'placeholder_unsafe', field: 'name' }]);
    }
  });

  it('is no number that may have lost digits, by which another file would be written', () => {
    expect(valueFault('id', JSON.parse('12345678901234567890'))).toEqual({
      ...{ code: 'placeholder_unsafe', field: 'id' },
      message:
        '{id} is 12345678901234567000, a number beyond 9007199254740991, which may have lost its last digits; write it as a text',
    });
    expect(valueFault('id', -Number.MAX_SAFE_INTEGER)).toBeNull();
    expect(valueFault('id', 1.5)).toBeNull();
  });

  it.each([['...'], ['.hidden'], ['a b'], ['名前'], [0], [false], ['{x}']])('may be %j', (value) => {
    expect(valueFault('name', value)).toBeNull();
  });
});
