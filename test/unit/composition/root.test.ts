import { describe, expect, it } from 'vitest';
import { codes, compile, failure, page } from './project.js';

const root = (attributes: string) => compile({ 'index.html': `<div data-composition-id="r" ${attributes}></div>` });

describe('entry file', () => {
  it.each(['../other/index.html', '/etc/passwd', 'a/../../b.html', 'C:\\x.html', '', '.'])(
    'refuses %j',
    async (entry) => {
      const error = await failure(compile({ 'index.html': page('') }, {}, entry));
      expect(error.code).toBe('COMPOSITION_NOT_FOUND');
      expect(error.message).toContain(entry);
    },
  );

  it('names a missing file', async () => {
    const error = await failure(compile({ 'index.html': page('') }, {}, 'scenes/intro.html'));
    expect(error.code).toBe('COMPOSITION_NOT_FOUND');
    expect(error.message).toContain('scenes/intro.html');
  });

  it('may lie in a directory, and its URLs then resolve from the project root', async () => {
    const files = {
      'scenes/intro.html': page(
        '<img src="a.png"><img src="b.png"><img src="../../c.png">',
        '',
        '<style>p{background:url(a.png)}</style>',
      ),
      'scenes/a.png': '',
      'b.png': '',
    };
    const result = await compile(files, {}, './scenes/intro.html');
    expect(result.entryFile).toBe('scenes/intro.html');
    expect(result.html).toContain('<img src="scenes/a.png"><img src="b.png"><img src="c.png">');
    expect(result.html).toContain('url("scenes/a.png")');
  });
});

describe('choice of the root', () => {
  const choose = async (body: string) => (await compile({ 'index.html': `<body>${body}</body>` })).rootId;

  it.each([
    ['the only one', '<div data-composition-id="a"></div>', 'a'],
    ['the first of two', '<div data-composition-id="a"></div><div data-composition-id="b"></div>', 'a'],
    ['the outer one', '<div data-composition-id="a"><div data-composition-id="b"></div></div>', 'a'],
    ['the marked one', '<div data-composition-id="a"></div><div data-composition-id="b" data-root="true"></div>', 'b'],
    [
      'not one inside a template',
      '<template><div data-composition-id="t"></div></template><p data-composition-id="a"></p>',
      'a',
    ],
    [
      'none in a template inside a template',
      '<template><template><div data-composition-id="t"></div></template></template>',
      null,
    ],
    ['none without an id', '<div data-composition-id=""></div>', null],
    ['upper case attributes', '<DIV DATA-COMPOSITION-ID="a"></DIV>', 'a'],
    ['a unicode id', '<div data-composition-id="título-日本"></div>', 'título-日本'],
  ])('%s', async (_, body, expected) => {
    expect(await choose(body)).toBe(expected);
  });

  it('leaves size and length open when a script must create it, and keeps the variables for it', async () => {
    const html = `<html data-composition-variables='[{"id":"t","type":"string","label":"T","default":"x"}]'><body><script>1</script></body></html>`;
    const result = await compile({ 'index.html': html }, { u: 1 });
    expect(result).toMatchObject({ rootId: null, width: null, height: null, durationSeconds: null, fps: null });
    expect(result.instances).toMatchObject([{ runtimeId: '', parentId: null, variables: { t: 'x', u: 1 } }]);
  });
});

describe('size', () => {
  it.each([
    ['data-width="1920" data-height="1080"', 1920, 1080, false],
    ['data-width="1920px" data-height=" 1080.9"', 1920, 1080, false],
    ['data-width="2" data-height="8192"', 2, 8192, false],
    ['', 1080, 1920, true],
    ['data-width="640"', 640, 1920, true],
    ['data-height="360"', 1080, 360, true],
    ['data-width="wide" data-height="360"', 1080, 360, true],
    ['data-width="NaN" data-height=""', 1080, 1920, true],
  ])('%j is %i x %i', async (attributes, width, height, warned) => {
    const result = await root(attributes);
    expect([result.width, result.height]).toEqual([width, height]);
    expect(codes(result)).toEqual(warned ? ['root_missing_dimensions'] : []);
  });

  it.each([
    ['1', '720'],
    ['0', '720'],
    ['-5', '720'],
    ['8193', '720'],
    ['720', '99999999999999999999'],
    ['1e4', '720'],
  ])('refuses %s x %s and names both', async (width, height) => {
    const error = await failure(root(`data-width="${width}" data-height="${height}"`));
    expect(error.code).toBe('COMPOSITION_SIZE_INVALID');
    expect(error.message).toContain(`${width}x${height}`);
  });
});

describe('length', () => {
  const size = 'data-width="2" data-height="2"';
  it.each([
    ['', null],
    ['data-duration="4.01"', 4.01],
    ['data-duration=" 3 "', 3],
    ['data-duration="1e12"', 1e12],
    ['data-composition-duration="2"', 2],
    ['data-duration="5" data-composition-duration="2"', 5],
  ])('%j is %s', async (attributes, seconds) => {
    expect((await root(`${size} ${attributes}`)).durationSeconds).toBe(seconds);
  });

  it.each(['0', '-1', 'NaN', 'Infinity', '1e999', '', '5s', '{{length}}', '0x10'])(
    'refuses data-duration=%j',
    async (value) => {
      for (const name of ['data-duration', 'data-composition-duration']) {
        const error = await failure(root(`${size} ${name}="${value}"`));
        expect(error.code).toBe('COMPOSITION_ZERO_DURATION');
        // What people are shown.
        expect(error.issues.map((issue) => issue.message)).toEqual([error.message]);
        expect(error.message).toContain(`${name}="${value}"`);
      }
    },
  );
});

describe('frame rate', () => {
  it.each([
    ['25', { num: 25, den: 1 }],
    ['30000/1001', { num: 30000, den: 1001 }],
    ['60/2', { num: 30, den: 1 }],
  ])('reads %s', async (text, fps) => {
    expect((await root(`data-width="2" data-height="2" data-fps="${text}"`)).fps).toEqual(fps);
  });

  it.each(['29.97', '0', '500', 'fast'])('reports %s by name instead of using it', async (text) => {
    const result = await root(`data-width="2" data-height="2" data-fps="${text}"`);
    expect(result.fps).toBeNull();
    expect(codes(result)).toEqual(['unsupported_feature']);
    expect(result.warnings[0]?.message).toContain(`data-fps="${text}"`);
  });
});

describe('odd documents', () => {
  it('takes a byte order mark', async () => {
    const result = await compile({ 'index.html': `\uFEFF${page('')}` });
    expect(result.rootId).toBe('main');
    expect(result.html.startsWith('<!DOCTYPE html>')).toBe(true);
  });

  it('takes malformed HTML as a browser does', async () => {
    const result = await compile({
      'index.html': '<div data-composition-id=a data-width=10 data-height=10><p>one<p>two</b><span',
    });
    expect(result).toMatchObject({ rootId: 'a', width: 10, height: 10 });
  });

  it('refuses a tree too deep for any browser instead of exhausting the stack', async () => {
    const error = await failure(compile({ 'index.html': '<div>'.repeat(20_000) }));
    expect(error.code).toBe('EMPTY_COMPOSITION');
    expect(error.message).toContain('index.html');
  });

  it('reports a base element that moves every URL', async () => {
    const result = await compile({ 'index.html': page('', '', '<base href="/assets/">') });
    expect(result.warnings[0]).toMatchObject({ code: 'unsupported_feature', details: { feature: 'base_href' } });
    expect(codes(await compile({ 'index.html': page('', '', '<base href="./">') }))).toEqual([]);
  });
});
