import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withCommonJs } from '../../../oclif/packaging/commonjs.mjs';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'framefarm-commonjs-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Two CommonJS files and a module that takes them, bundled as the command is. */
async function bundled(options: BuildOptions = {}): Promise<string> {
  writeFileSync(join(directory, 'inner.cjs'), 'exports.name = (path) => require("node:path").basename(path);');
  writeFileSync(
    join(directory, 'outer.cjs'),
    'module.exports = function (path) {\n  return require("./inner.cjs").name(path);\n};',
  );
  const contents =
    'import name from "./outer.cjs";\nconst require = (path) => path;\nexport const end = name(require("/a/b"));';
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: directory },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}

describe('CommonJS in the bundle', () => {
  it('is compiled at once, and finds what lies outside, beside a module that has a "require" of its own', async () => {
    const text = withCommonJs(await bundled());
    expect(text.match(/: \(function\(exports/g)).toHaveLength(2);
    const file = join(directory, 'bundled.mjs');
    writeFileSync(file, text);
    expect(await import(pathToFileURL(file).href)).toMatchObject({ end: 'b' });
  });

  it('leaves a file without any as it is', () => {
    expect(withCommonJs('export const one = 1;\n')).toBe('export const one = 1;\n');
  });

  it('stops the packing when the bundler writes it in another way', async () => {
    const text = (await bundled()).replaceAll('\n});', '\n } );');
    expect(() => withCommonJs(text)).toThrow('new way');
  });
});
