import { forbiddenKeys, parseDeclarations, refuseForbiddenKeys, validateVariables } from '@framefarm/composition';
import type { VariableDeclaration } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { codes, compile, failure, host, page } from './project.js';

const declare = (...entries: unknown[]): string =>
  `data-composition-variables='${JSON.stringify(entries).replaceAll("'", '&#39;')}'`;
const text = (id: string, value?: unknown) => ({
  id,
  type: 'string',
  label: id,
  ...(value === undefined ? {} : { default: value }),
});

describe('declarations', () => {
  it('of every type are read', () => {
    const entries = [
      { id: 's', type: 'string', label: 'S', default: '', placeholder: 'p', maxLength: 3 },
      { id: 'n', type: 'number', label: 'N', default: 0, min: 0, max: 1, step: 0.1, unit: 'px' },
      { id: 'c', type: 'color', label: 'C', default: '#fff', brandRole: 'accent' },
      { id: 'b', type: 'boolean', label: 'B', default: false },
      { id: 'e', type: 'enum', label: 'E', default: 'x', options: [{ value: 'x', label: 'X' }] },
      { id: 'f', type: 'font', label: 'F', default: { name: 'Inter', source: 'inter.woff2' } },
      { id: 'i', type: 'image', label: 'I', default: { url: 'a.png' } },
    ];
    expect(parseDeclarations(JSON.stringify(entries), 'x')).toEqual({ declarations: entries, warnings: [] });
  });

  it.each([
    ['no object', 'x'],
    ['null', null],
    ['an array', []],
    ['no id', { type: 'string', label: 'L' }],
    ['an empty id', text(' ')],
    ['a forbidden id', text('__proto__')],
    ['an unknown type', { id: 'a', type: 'date', label: 'L' }],
    ['no label', { id: 'a', type: 'string' }],
    ['a default of another type', text('a', 5)],
    ['no type', { id: 'a', label: 'L' }],
    ['an enum without options', { id: 'a', type: 'enum', label: 'L' }],
    ['an enum of no options', { id: 'a', type: 'enum', label: 'L', options: [] }],
    [
      'an enum of which one option is malformed',
      { id: 'a', type: 'enum', label: 'L', options: [{ value: 'x', label: 'X' }, {}] },
    ],
    ['an enum with malformed options', { id: 'a', type: 'enum', label: 'L', options: ['x'] }],
    [
      'an enum whose default is no option',
      { id: 'a', type: 'enum', label: 'L', default: 'y', options: [{ value: 'x', label: 'X' }] },
    ],
    ['half of a surrogate pair', { id: 'a', type: 'string', label: 'L', default: 'a\ud800' }],
    ['half of a surrogate pair in an object', { id: 'a', type: 'font', label: 'L', default: { name: '\udc00' } }],
    ['an id that stands already', text('good')],
  ])('with %s are dropped with a warning, the others stay', (_, entry) => {
    const { declarations, warnings } = parseDeclarations(
      JSON.stringify([text('good', 'g'), entry]),
      '<html> of a.html',
    );
    expect(declarations.map((declaration) => declaration.id)).toEqual(['good']);
    expect(warnings).toMatchObject([{ code: 'invalid_variable_declaration' }]);
    expect(warnings[0]?.message).toContain('entry 1 in data-composition-variables of <html> of a.html');
  });

  it('keep what they may say beside, where it is of its kind', () => {
    const entry = { id: 'n', type: 'number', label: 'N', min: '0', max: 1, unit: 5, options: ['x'], other: 1 };
    expect(parseDeclarations(JSON.stringify([entry]), 'x')).toEqual({
      declarations: [{ id: 'n', type: 'number', label: 'N', max: 1 }],
      warnings: [],
    });
  });

  it.each(['{', '{"id":"a"}', '', 'null'])('that are no array (%j) raise one warning', (value) => {
    const { declarations, warnings } = parseDeclarations(value, 'x');
    expect(declarations).toEqual([]);
    expect(warnings.map((warning) => warning.code)).toEqual(['invalid_variable_declaration']);
  });
});

describe('validation', () => {
  const of = (type: VariableDeclaration['type']): VariableDeclaration[] => [
    { id: 'v', type, label: 'V', ...(type === 'enum' ? { options: [{ value: 'x', label: 'X' }] } : {}) },
  ];

  it.each([
    ['string', ['', 'a'], [5, null, true, {}, []]],
    ['number', [0, -1.5], ['5', null, true, Number.NaN]],
    ['color', ['#fff'], [0xffffff]],
    ['boolean', [true, false], ['true', 0, null]],
    ['font', ['Inter', { name: 'Inter' }], [5, {}, { name: 1 }, [], null]],
    ['image', ['a.png', { url: 'a.png' }], [5, {}, { src: 'a.png' }, null]],
    ['enum', ['x'], [5, null]],
  ] as const)('of %s', (type, good, bad) => {
    for (const value of good) expect(validateVariables(of(type), { v: value })).toEqual([]);
    for (const value of bad)
      expect(validateVariables(of(type), { v: value })).toMatchObject([{ field: 'v', code: 'type-mismatch' }]);
  });

  it('of an enum names value and options', () => {
    const [issue] = validateVariables(of('enum'), { v: 'y' });
    expect(issue).toEqual({
      field: 'v',
      code: 'enum-out-of-range',
      message: 'variable "v" is "y", but must be one of "x"',
    });
  });

  it('of names: undeclared ones, unless nothing is declared', () => {
    expect(validateVariables(of('string'), { w: 1 })).toEqual([
      { field: 'w', code: 'undeclared', message: 'variable "w" (value 1) is not declared; declared are v' },
    ]);
    expect(validateVariables([], { w: 1 })).toEqual([]);
  });
});

describe('merging', () => {
  it('goes from html over the root to overrides, and keeps undeclared overrides', async () => {
    const html = `<html ${declare(text('a', 'html'), text('b', 'html'), text('c', 'html'))}><body><div data-composition-id="r" data-width="2" data-height="2" ${declare(text('b', 'root'), text('c', 'root'))}></div>`;
    const result = await compile({ 'index.html': html }, { c: 'given', z: 1 });
    expect(result.instances[0]).toMatchObject({
      variables: { a: 'html', b: 'root', c: 'given', z: 1 },
      overridden: ['c', 'z'],
    });
    expect(result.variableIssues).toMatchObject([{ field: 'z', code: 'undeclared' }]);
  });

  it('keeps a default that the stronger declaration leaves open, where it fits there', async () => {
    const choice = (...options: string[]) => ({
      ...text('e'),
      type: 'enum',
      options: options.map((value) => ({ value, label: value })),
    });
    const merged = async (weaker: object, stronger: object) => {
      const html = `<html ${declare(weaker)}><body><div data-composition-id="r" data-width="2" data-height="2" ${declare(stronger)}></div>`;
      const result = await compile({ 'index.html': html });
      expect(codes(result)).toEqual([]);
      return result.instances[0]?.variables;
    };
    expect(await merged(text('e', 'html'), text('e'))).toEqual({ e: 'html' });
    expect(await merged(text('e', 'html'), { ...text('e'), type: 'color' })).toEqual({});
    expect(await merged({ ...choice('x', 'y'), default: 'x' }, choice('x', 'z'))).toEqual({ e: 'x' });
    expect(await merged({ ...choice('x', 'y'), default: 'y' }, choice('x', 'z'))).toEqual({});
  });

  it('tells of what it drops', async () => {
    const result = await compile({ 'index.html': page('', declare(text('a', 5))) });
    expect(codes(result)).toEqual(['invalid_variable_declaration']);
  });

  it('in a child goes from its own defaults to its host, per mount; overrides of the root never flow down', async () => {
    const result = await compile(
      {
        'index.html': page(
          host('c', 'c.html', `data-variable-values='{"t":"one"}'`) + host('c', 'c.html'),
          declare(text('t', 'root')),
        ),
        'c.html': `<html ${declare(text('t', 'html'), text('u', 'html'))}><body><div data-composition-id="c" ${declare(text('t', 'child'))}>x</div>`,
      },
      { t: 'top' },
    );
    expect(result.instances.map(({ runtimeId, variables, overridden }) => [runtimeId, variables, overridden])).toEqual([
      ['main', { t: 'top' }, ['t']],
      ['c__hf1', { t: 'one', u: 'html' }, ['t']],
      ['c__hf2', { t: 'child', u: 'html' }, []],
    ]);
  });

  it('checks the values of hosts too', async () => {
    const result = await compile({
      'index.html': page(host('c', 'c.html', `data-variable-values='{"t":5,"x":1}'`)),
      'c.html': `<div data-composition-id="c" ${declare(text('t'))}>x</div>`,
    });
    expect(result.variableIssues.map(({ field, code }) => [field, code])).toEqual([
      ['c.t', 'type-mismatch'],
      ['c.x', 'undeclared'],
    ]);
  });

  it('gives data-var-title on a host no meaning', async () => {
    const result = await compile({
      'index.html': page(host('c', 'c.html', 'data-var-title="x"')),
      'c.html': `<div data-composition-id="c" ${declare(text('title', 'd'))}>x</div>`,
    });
    expect(result.instances[1]?.variables).toEqual({ title: 'd' });
  });

  it('takes no values of a host for none', async () => {
    const files = { 'index.html': page(host('c', 'c.html', 'data-variable-values=" "')), 'c.html': '<p>x</p>' };
    expect(codes(await compile(files))).toEqual([]);
  });

  it.each(['[1]', '{', '5', 'null'])('ignores data-variable-values=%j with a warning', async (values) => {
    const result = await compile({
      'index.html': page(host('c', 'c.html', `data-variable-values='${values}'`)),
      'c.html': '<p>x</p>',
    });
    expect(codes(result)).toEqual(['variable_issue']);
    expect(result.instances[1]?.variables).toEqual({});
  });

  it('changes neither size nor length nor rate', async () => {
    const result = await compile(
      { 'index.html': page('', 'data-duration="3"') },
      { width: 9, duration: 1, fps: 1, 'data-duration': 1 },
    );
    expect(result).toMatchObject({ width: 1280, height: 720, durationSeconds: 3, fps: null });
  });
});

describe('keys that reach a prototype', () => {
  it.each(['{"__proto__":1}', '{"constructor":{}}', '{"a":{"b":[{"prototype":1}]}}'])(
    'are refused: %s',
    async (json) => {
      const error = await failure(compile({ 'index.html': page('') }, JSON.parse(json)));
      expect(error.code).toBe('VARIABLES_INVALID');
      expect(error.issues).toHaveLength(1);
      expect(() => refuseForbiddenKeys(JSON.parse(json))).toThrow(error.message);
      expect(({} as Record<string, unknown>).b).toBeUndefined();
    },
  );

  it('are left out of host values with a warning', async () => {
    const values = '{"__proto__":{"polluted":1},"a":1,"b":{"constructor":1}}';
    const result = await compile({
      'index.html': page(host('c', 'c.html', `data-variable-values='${values}'`)),
      'c.html': '<p>x</p>',
    });
    expect(result.instances[1]?.variables).toEqual({ a: 1 });
    expect(codes(result)).toEqual(['variable_issue', 'variable_issue']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('are no part of ordinary names', () => {
    expect(forbiddenKeys({ prototypes: 1, a: 'constructor', toString: 1 })).toEqual([]);
  });
});
