/**
 * What a composition writes is read in a time that grows as its length: a farm reads compositions of megabytes from anybody. Were each way
 * to share out these blanks, digits and brackets tried, every one of these would take longer than a test may.
 */
import { parseSeconds, parseStart } from '@framefarm/composition/timing';
import { describe, expect, it } from 'vitest';
import { fileName } from '../../../libs/composition/src/source/paths.js';
import { readImport } from '../../../libs/composition/src/style/css-urls.js';
import { compile, host, page } from './project.js';

const many = (text: string): string => text.repeat(200_000);

describe('much of the same', () => {
  it.each(['', 'a + ', 'a+'])('in a time of digits behind "%s"', (before) => {
    const text = `${before}${many('0')}`;
    expect(parseStart(`${text}x`, () => false)).toEqual({ kind: 'reference', target: `${text}x`, offset: 0 });
    expect(parseStart(`${text}5.50e0`, () => false)).toMatchObject(before === '' ? { seconds: 5.5 } : { offset: 5.5 });
    expect(parseSeconds(`${many('0')}.${many('0')}x`)).toBeNull();
  });

  it('in the name of a file', () => {
    expect(fileName(`${many('.')}/`)).toBe(`${many('.')}/`);
    expect(fileName(`a/${many('.')}html`)).toBe(`${'.'.repeat(199_999)}`);
    expect(['a/b.c.html', 'b', 'a/.html', 'a.b/c', '', '/'].map(fileName)).toEqual(['b.c', 'b', '.html', 'c', '', '/']);
  });

  it('in an import of a sheet', () => {
    expect(readImport(`url(${many(' ')}x y)`)).toBeNull();
    expect(readImport(`url(${many(' ')}x${many(' ')}) print`)).toMatchObject({ url: 'x', media: 'print' });
    expect(readImport('url( )')).toMatchObject({ url: '' });
  });

  it('in the limits of a scope', async () => {
    const styles = [
      `(.a)${many(' ')}x`,
      `(.a${many(')to(')}) x`,
      `${many(' ')}(.a)${many(' ')}to${many(' ')}(.b)${many(' ')}`,
      'to (.b)',
      '',
    ];
    const css = styles.map((limits) => `@scope ${limits}{.a{b:c}}`).join('');
    const { html } = await compile({
      'index.html': page(host('c', 'c.html')),
      'c.html': `<template><style>${css}</style><p>x</p></template>`,
    });
    expect([...html.matchAll(/@scope\s*(\([^{]*\))/g)].map(([, limits]) => limits)).toEqual([
      '([data-ff-instance="c"] .a) to (.b)',
      '([data-ff-instance="c"] [data-ff-box="c"]) to (.b)',
      '([data-ff-instance="c"] [data-ff-box="c"])',
    ]);
  });

  it('in references of an SVG, which stay those of their mount', async () => {
    const child = (fill: string) =>
      `<template><svg><filter id="f"></filter><rect fill="${fill}" filter="url( '#f' )" mask="url(#f)"/></svg></template>`;
    const { html } = await compile({
      'index.html': page(host('c', 'c.html') + host('d', 'd.html')),
      'c.html': child('none'),
      'd.html': child(many('url(#f')),
    });
    expect(html).toContain(`filter="url('#f__d')" mask="url(#f__d)"`);
  });

  it('in the address of a module', async () => {
    const address = `https://example.com/${many('/')}a.js`;
    const code = `import {\n  a, // one\n  b,\n} from '${address}';\nlog(a, b);`;
    const { html } = await compile({
      'index.html': page(host('c', 'c.html')),
      'c.html': `<template><p>x</p><script type="module">${code}</script></template>`,
    });
    expect(/import \{.*(?=from)/.exec(html)?.[0]).toMatch(/^import \{ +a, +b, \} $/);
    expect(html.includes(`from '${address}';`)).toBe(true);
  });
});
