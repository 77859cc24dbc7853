import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { codes, compile, type Files, host, page } from './project.js';

interface Script {
  readonly attributes: string;
  readonly code: string;
}

const scriptsOf = (html: string): Script[] =>
  [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].map(([, attributes = '', code = '']) => ({
    attributes,
    code,
  }));

const childScripts = async (child: string, more: Files = {}) => {
  const result = await compile({ 'index.html': page(host('c', 'd/c.html')), 'd/c.html': child, ...more });
  return { result, scripts: scriptsOf(result.html).filter((script) => script.attributes.includes('data-ff-script')) };
};

/** Node's vm takes the name from its caller alone, a browser from the comment. */
const named = (code: string) => ({
  filename: decodeURIComponent(/\/\/# sourceURL=(\S+)/.exec(code)?.[1] ?? 'unnamed'),
});

/** Runs classic scripts as a page would, with a scope per instance that only tells its id. */
function run(scripts: readonly Script[]) {
  const failures: { id: string; message: string; file: string; stack: string }[] = [];
  const log: unknown[] = [];
  const scope = Object.assign(
    (id: string) => ({
      document: { id },
      window: { id },
      globalThis: { id },
      self: { id },
      gsap: `gsap of ${id}`,
      __hyperframes: {},
    }),
    {
      fail: (id: string, error: Error, file: string) =>
        failures.push({ id, message: error.message, file, stack: error.stack ?? '' }),
    },
  );
  const context = createContext({ __framefarmScope: scope, log: (value: unknown) => log.push(value) });
  for (const script of scripts) runInContext(script.code, context, named(script.code));
  return { log, failures, context };
}

describe('a classic script of a child', () => {
  it('sees its own scope, with `this` being its window, and leaks nothing', async () => {
    const { scripts } = await childScripts(
      '<p>x</p><script>var a = document.id; function f() {} let gsapWas = gsap; log([a, window.id, this.id, gsapWas, self.id, globalThis.id]);</script>',
    );
    const { log, context } = run(scripts);
    expect(log).toEqual([['c', 'c', 'c', 'gsap of c', 'c', 'c']]);
    expect(Object.keys(context).sort()).toEqual(['__framefarmScope', 'log']);
  });

  it.each([
    'var gsap = 1; var document = 2; log(gsap + document)',
    'const gsap = 1, window = 2; log(gsap + window)',
    '"use strict"; function gsap() {} log(3)',
    'log(3) // a comment ends the script',
    'log(3) /* a block */',
    '<!-- log(9)\nlog(3)\n//-->',
  ])('may be %j', async (code) => {
    const { scripts } = await childScripts(`<p>x</p><script>${code}</script>`);
    const { log, failures } = run(scripts);
    expect(failures).toEqual([]);
    expect(log).toEqual([3]);
  });

  it('keeps strict mode', async () => {
    const { scripts } = await childScripts('<p>x</p><script>"use strict"; undeclared = 1;</script>');
    expect(run(scripts).failures).toMatchObject([{ id: 'c', message: 'undeclared is not defined' }]);
  });

  it('that throws stops neither its page nor the next child, and tells file and line', async () => {
    const result = await compile({
      'index.html': page(host('c', 'd/c.html') + host('e', 'e.html')),
      'd/c.html': '<p>x</p>\n<script>\nlog(1);\n\nthrow new Error("five");\n</script>',
      'e.html': '<p>x</p><script>log(2)</script>',
    });
    const { log, failures } = run(scriptsOf(result.html));
    expect(log).toEqual([1, 2]);
    expect(failures).toMatchObject([{ id: 'c', message: 'five', file: 'd/c.html' }]);
    expect(failures[0]?.stack).toContain('d/c.html:5:');
  });

  it.each([
    ['var x = ;', 'Unexpected token'],
    ['} finally {', 'Unexpected token'],
    ['return 1', "'return' outside of function"],
    ['await f()', ''],
    ['})(); log("out"); (function(){', ''],
  ])('that cannot be parsed (%s) does not run and is reported', async (code, message) => {
    const { scripts } = await childScripts(`<p>x</p>\n\n<script>${code}</script>`);
    const { log, failures } = run(scripts);
    expect(log).toEqual([]);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({ id: 'c', file: 'd/c.html' });
    expect(failures[0]?.message).toContain(message);
    expect(failures[0]?.message).toContain('d/c.html:3');
  });

  it('shares top-level names with the other scripts of its child', async () => {
    const { scripts } = await childScripts(
      '<p>x</p>\n<script>let n = 1; function up() { n += 1; return n }</script>\n\n<script>up(); log(n);</script>\n<script>throw new Error("x")</script>',
    );
    const { log, failures } = run(scripts);
    expect(log).toEqual([2]);
    expect(failures[0]?.stack).toContain('c.html:5:');
  });

  it('stays apart from the others when they need nothing of each other', async () => {
    const { scripts } = await childScripts(
      '<p>x</p><script>const a = 1; throw new Error("1")</script><script>const a = 2; log(a)</script>',
    );
    const { log, failures } = run(scripts);
    expect(log).toEqual([2]);
    expect(failures).toHaveLength(1);
  });

  it('runs once for each mount, in document order, outer before inner', async () => {
    const result = await compile({
      'index.html': page(host('o', 'o.html') + host('i', 'i.html'), '', '<script>log("entry")</script>'),
      'o.html': `<p>x</p>${host('i', 'i.html')}<script>log(document.id)</script>`,
      'i.html': '<p>x</p><script>log(document.id)</script>',
    });
    expect(run(scriptsOf(result.html)).log).toEqual(['entry', 'o', 'i__hf1', 'i__hf2']);
  });

  it.each(['</script><b>', 'a"b\\', 'line\u2028end', "it's"])('belongs to the instance %j', async (id) => {
    const escaped = id.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const result = await compile({
      'index.html': page(host(escaped, 'c.html')),
      'c.html': '<p>x</p><script>log(document.id)</script>',
    });
    const scripts = scriptsOf(result.html).filter((script) => script.code.includes('__framefarmScope'));
    expect(run(scripts).log).toEqual([id]);
  });

  it('has the specifiers of its dynamic imports rebased', async () => {
    const { scripts } = await childScripts(
      '<p>x</p><script>import("./m.js"); import("three"); import("./gone.js")</script>',
      { 'd/m.js': '' },
    );
    expect(scripts[0]?.code).toContain('import("./d/m.js"); import("three"); import("./gone.js")');
  });
});

describe('other scripts of a child', () => {
  it('with a source stay global and load once, whoever names them', async () => {
    const gsap = '<script src="https://cdn.example.com/gsap.js"></script>';
    const result = await compile({
      'index.html': page(host('c', 'd/c.html').repeat(2), '', gsap),
      'd/c.html': `<template><p>x</p>${gsap}<script src="lib.js"></script><script>log(1)</script></template>`,
      'd/lib.js': '',
    });
    const sources = scriptsOf(result.html).map((script) => /src="([^"]*)"/.exec(script.attributes)?.[1]);
    expect(sources.filter((src) => src !== undefined)).toEqual(['https://cdn.example.com/gsap.js', 'd/lib.js']);
    expect(sources.indexOf('d/lib.js')).toBeLessThan(sources.lastIndexOf(undefined));
  });

  it('data blocks stay in place and import maps go to the head, both untouched', async () => {
    const { result } = await childScripts(
      '<script type="importmap">{"imports":{"m":"./m.js"}}</script><p>x</p><script type="application/json" id="data">{"a": "</b>"}</script>',
      { 'd/m.js': '' },
    );
    expect(result.html).toMatch(
      /<ff-box[\s\S]*<script type="application\/json" id="data">\{"a": "<\/b>"\}<\/script>[\s\S]*<\/ff-box>/,
    );
    expect(result.html).toMatch(/<script type="importmap">\{"imports":\{"m":"\.\/m\.js"\}\}<\/script>[\s\S]*<\/head>/);
  });

  it('modules keep imports outside and run the rest in their scope', async () => {
    const { scripts } = await childScripts(
      `<p>x</p>\n<script type="module">\nimport a, {\n  b // note\n} from "./m.js";\nimport "three";\nexport const c = await a(b);\nexport { c as d };\nexport * from "./n.js";\nexport default c + 1;\nthrow new Error();\n</script>`,
      { 'd/m.js': '', 'd/n.js': '' },
    );
    const code = scripts[0]?.code ?? '';
    expect(scripts[0]?.attributes).toContain('type="module"');
    expect(code).toMatch(
      /import a, \{ {3}b {2}\} from "\.\/d\/m\.js";import "three";import "\.\/d\/n\.js";const\{document/,
    );
    expect(code).toContain('const c = await a(b);');
    expect(code).not.toContain('export');
    expect(code.split('\n').findIndex((line) => line.includes('throw new Error()'))).toBe(10);
    const { parse } = await import('acorn');
    expect(() => parse(code, { ecmaVersion: 'latest', sourceType: 'module' })).not.toThrow();
  });

  it('modules that need names of classic scripts are reported', async () => {
    const { result } = await childScripts('<p>x</p><script>const n = 1</script><script type="module">log(n)</script>');
    expect(result.warnings).toMatchObject([
      { code: 'unsupported_feature', details: { feature: 'module_uses_script_names', names: ['n'] } },
    ]);
  });

  it('inline handlers that need names of scripts are reported', async () => {
    const { result } = await childScripts(
      '<p onclick="go(event)">x</p><p onload="console.log(1)">y</p><script>function go() {}</script>',
    );
    expect(result.warnings).toMatchObject([
      { code: 'unsupported_feature', details: { feature: 'inline_handler_scope', names: ['go'] } },
    ]);
    const alone = await compile({ 'index.html': page('<p onclick="go()">x</p><script>function go() {}</script>') });
    expect(codes(alone)).toEqual([]);
  });
});

describe('scripts of the entry', () => {
  it('keep their code and get the name and the lines of the file', async () => {
    const result = await compile({ 'index.html': page('\n<script>\nthrow new Error("three")</script>') });
    const script = scriptsOf(result.html)[0];
    expect(script?.attributes).toContain('data-ff-file="index.html"');
    let stack = '';
    try {
      runInContext(script?.code ?? '', createContext({ Error }), named(script?.code ?? ''));
    } catch (error) {
      stack = (error as Error).stack ?? '';
    }
    expect(stack).toContain('index.html:3:');
  });

  it('are left alone when they have a name, a source or no code', async () => {
    const inside =
      '<script>1\n//# sourceURL=mine.js</script><script src="a.js"></script><script type="text/x">t</script><script></script>';
    const result = await compile({ 'index.html': page(inside) });
    expect(scriptsOf(result.html).map((script) => script.code)).toEqual(['1\n//# sourceURL=mine.js', '', 't', '']);
  });
});
