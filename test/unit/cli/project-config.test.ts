import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { OptionName, RawOptions } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { commandOptions } from '../../../oclif/src/target/command-options.js';
import { withProjectConfig } from '../../../oclif/src/target/configured-options.js';
import { scratchTree } from '../origin/scratch-tree.js';

const json = (value: unknown): string => JSON.stringify(value);

interface Given {
  readonly raw?: RawOptions;
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly directory?: string;
  readonly accepts?: readonly OptionName[];
  readonly isNamed?: boolean;
}

function configured(tree: Readonly<Record<string, string>>, given: Given = {}) {
  const cwd = scratchTree(tree);
  // These trees are mostly no projects.
  const line = { directory: '.', isNamed: false, flags: {}, raw: {}, cwd, ...given };
  return Object.assign(withProjectConfig(line), { cwd, line });
}

async function faults(tree: Readonly<Record<string, string>>, given: Given = {}): Promise<string[]> {
  const { issues } = await configured(tree, given);
  return issues.map((issue) => issue.message);
}

describe('the configuration of a project', () => {
  it('is absent in most', async () => {
    const { raw, issues } = await configured({ 'package.json': '{}' }, { raw: { fps: '60' } });
    expect([raw, issues]).toEqual([{ fps: '60' }, []]);
    expect(await faults({}, { directory: 'nowhere' })).toEqual([]);
  });

  it('stands in framefarm.config.json or in package.json, never in both', async () => {
    expect((await configured({ 'framefarm.config.json': '\ufeff{"fps":24}' })).raw).toEqual({ fps: 24 });
    expect((await configured({ 'package.json': json({ framefarm: { fps: 25 } }) })).raw).toEqual({ fps: 25 });
    const both = { 'framefarm.config.json': '{}', 'package.json': json({ framefarm: {} }) };
    expect(await faults(both)).toEqual([
      'framefarm.config.json and the key "framefarm" of package.json both configure the project',
    ]);
  });

  it('is not looked for above the project', async () => {
    const tree = { 'framefarm.config.json': '{"fps":24}', 'intro/index.html': '' };
    expect((await configured(tree, { directory: 'intro' })).raw).toEqual({});
  });

  it('is named by its path where it lies below the current directory', async () => {
    const tree = { 'intro/package.json': json({ framefarm: { fps: 0 } }) };
    expect((await faults(tree, { directory: 'intro' }))[0]).toMatch(/^intro\/package\.json \(framefarm\): fps "0": /);
  });

  it('can be another file, or none', async () => {
    const tree = { 'framefarm.config.json': '{"fps":24}', 'shared/house.json': '{"fps":50,"output":"out/a.mp4"}' };
    expect((await configured(tree, { flags: { 'no-config': true } })).raw).toEqual({});
    const named = await configured(tree, { flags: { config: 'shared/house.json' } });
    expect(named.raw).toEqual({ fps: 50, output: 'shared/out/a.mp4' });
    expect(await faults(tree, { flags: { config: 'missing.json' } })).toEqual([
      '--config "missing.json" does not exist',
    ]);
    expect(await faults(tree, { flags: { config: '' } })).toEqual(['--config "": must be a non-empty text']);
    // A device may never end.
    expect(await faults(tree, { flags: { config: '/dev/zero' } })).toEqual([
      '/dev/zero cannot be read (it is no regular file)',
    ]);
    expect(await faults(tree, { flags: { config: 'x', 'no-config': true } })).toEqual([
      '--config cannot be combined with --no-config',
    ]);
  });

  it('starts its relative paths at its own directory', async () => {
    const value = { variablesFile: 'data/a.json', output: 'out/', packages: { dirs: ['vendor', '/abs'] } };
    const tree = { 'intro/framefarm.config.json': json(value) };
    const line = configured(tree, { directory: 'intro' });
    expect((await line).raw).toEqual({
      variablesFile: `${line.cwd}/intro/data/a.json`,
      output: 'intro/out/',
      packageDir: [`${line.cwd}/intro/vendor`, '/abs'],
    });
  });

  it.each(['../out.mp4', '/tmp/out.mp4', '.', 'a/../../b'])('may not place files elsewhere: %s', async (output) => {
    expect((await faults({ 'framefarm.config.json': json({ output }) }))[0]).toMatch(
      /must be a path below the directory/,
    );
  });

  it.each([
    ['output', 'link/.bashrc'],
    ['output', 'link/new/film.mp4'],
    ['output', 'link'],
    ['variablesFile', 'inner/key.json'],
  ])('may not lead out through a link of the project: %s %s', async (name, path) => {
    const cwd = scratchTree({
      'film/framefarm.config.json': json({ [name]: path }),
      'film/inner/a.json': '{}',
      key: '{}',
    });
    symlinkSync('..', join(cwd, 'film', 'link'));
    symlinkSync('../../key', join(cwd, 'film', 'inner', 'key.json'));
    const { raw, issues } = await withProjectConfig({ directory: 'film', isNamed: false, flags: {}, raw: {}, cwd });
    expect(raw).toEqual({});
    const message = `film/framefarm.config.json: ${name} "${path}" must be a path below the directory of this file`;
    expect(issues).toEqual([{ field: name, code: 'invalid_value', message: expect.stringContaining(message) }]);
  });

  it('may name what a link inside the project leads to, also where the project itself is one', async () => {
    const cwd = scratchTree({ 'film/framefarm.config.json': json({ output: 'link/new/a.mp4' }), 'film/out/a.mp4': '' });
    symlinkSync('out', join(cwd, 'film', 'link'));
    symlinkSync('film', join(cwd, 'alias'));
    const { raw } = await withProjectConfig({ directory: 'alias', isNamed: false, flags: {}, raw: {}, cwd });
    expect(raw).toEqual({ output: 'alias/link/new/a.mp4' });
  });

  it('that is no JSON is named with the fault', async () => {
    expect((await faults({ 'framefarm.config.json': '{' }))[0]).toMatch(/^framefarm\.config\.json is not valid JSON/);
  });

  it('hides no fault of the project, which stands first', async () => {
    const tree = { 'film/framefarm.config.json': json({ colour: 1 }), 'film/page.html': '' };
    const film = { directory: 'film', isNamed: true };
    const [first, second] = await faults(tree, film);
    expect(first).toMatch(/film\/index\.html does not exist\. The directory holds page\.html/);
    expect(second).toMatch(/colour is not a key/);
    expect(await faults(tree, { ...film, raw: { composition: 'page.html' } })).toHaveLength(1);
    const own = { ...tree, 'film/framefarm.config.json': json({ colour: 1, composition: 'page.html' }) };
    expect(await faults(own, film)).toHaveLength(1);
    const empty = { 'film/framefarm.config.json': json({ composition: '' }), 'film/index.html': '' };
    expect(await faults(empty, film)).toEqual([expect.stringMatching(/composition "": must be a non-empty text/)]);
    const missing = await faults(tree, { ...film, directory: 'flim', flags: { config: 'none.json' } });
    expect(missing).toEqual([expect.stringMatching(/flim does not exist/), '--config "none.json" does not exist']);
    expect(await faults(tree, { directory: 'film' })).toHaveLength(1);
    // Which entry it names, nobody can tell.
    expect(await faults({ 'film/framefarm.config.json': '{' }, film)).toHaveLength(1);
  });

  it('gives a command only the options it has', async () => {
    const tree = { 'framefarm.config.json': json({ output: 'a.mp4', composition: 'intro.html' }) };
    expect((await configured(tree, { accepts: ['composition'] })).raw).toEqual({ composition: 'intro.html' });
  });

  it('is reported together with the command line, each under the name its user knows', async () => {
    const tree = { 'framefarm.config.json': json({ quality: 'best', crf: 20 }) };
    const { line } = configured(tree, { raw: { fps: '0' } });
    await expect(commandOptions('render', line)).rejects.toThrow(
      /framefarm\.config\.json: quality "best"[\s\S]*--fps "0"/,
    );
    const { line: odd } = configured({ 'framefarm.config.json': '{"format":"gif"}' }, { raw: { crf: '20' } });
    await expect(commandOptions('render', odd)).rejects.toThrow('--crf has no effect on gif');
  });
});
