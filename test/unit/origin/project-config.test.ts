import { FramefarmError } from '@framefarm/contract';
import { parseProjectConfig, readProjectConfig } from '@framefarm/origin';
import { describe, expect, it } from 'vitest';
import { scratchTree } from './scratch-tree.js';

describe('framefarm.config.json', () => {
  it('has defaults when it is absent or empty', async () => {
    const defaults = {
      packages: { enabled: true, dirs: [], versions: 'compatible', cdnjs: {} },
      network: { allow: [] },
    };
    expect(await readProjectConfig(scratchTree())).toEqual(defaults);
    expect(parseProjectConfig({}, '/p')).toEqual(defaults);
  });

  it('is read with directories relative to the project and canonical origins', async () => {
    const dir = scratchTree({
      'framefarm.config.json': JSON.stringify({
        packages: {
          enabled: false,
          dirs: ['./vendor', '/abs'],
          versions: 'any',
          cdnjs: { 'pixi.js': '@p/pixi.js/dist' },
        },
        network: { allow: ['https://Assets.example.com/'] },
      }),
    });
    expect(await readProjectConfig(dir)).toEqual({
      packages: {
        enabled: false,
        dirs: [`${dir}/vendor`, '/abs'],
        versions: 'any',
        cdnjs: { 'pixi.js': '@p/pixi.js/dist' },
      },
      network: { allow: ['https://assets.example.com'] },
    });
  });

  it.each([
    [[], ''],
    [{ package: {} }, 'package'],
    [{ packages: { dir: [] } }, 'packages.dir'],
    [{ packages: { enabled: 'no' } }, 'packages.enabled'],
    [{ packages: { dirs: 'x' } }, 'packages.dirs'],
    [{ packages: { dirs: [''] } }, 'packages.dirs'],
    [{ packages: { versions: 'newest' } }, 'packages.versions'],
    [{ packages: { cdnjs: { a: 1 } } }, 'packages.cdnjs'],
    [{ packages: { cdnjs: { a: '../x' } } }, 'packages.cdnjs.a'],
    [{ packages: { cdnjs: { a: 'x/../../y' } } }, 'packages.cdnjs.a'],
    [{ network: { allow: 'https://a' } }, 'network.allow'],
  ])('names the fault of %j', (value, field) => {
    let thrown: unknown;
    try {
      parseProjectConfig(value, '/p');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(FramefarmError);
    expect((thrown as FramefarmError).code).toBe('VALIDATION_FAILED');
    expect((thrown as FramefarmError).issues.map((issue) => issue.field)).toContain(field);
  });

  it('reports all faults at once, bad origins, and text that is no JSON', async () => {
    expect(() => parseProjectConfig({ a: 1, b: 2 }, '/p')).toThrow(/a: unknown key[\s\S]*b: unknown key/);
    expect(() => parseProjectConfig({ network: { allow: ['ftp://x'] } }, '/p')).toThrow(/ftp:\/\/x/);
    await expect(readProjectConfig(scratchTree({ 'framefarm.config.json': '{' }))).rejects.toThrow(/not JSON/);
  });
});
