import {
  CONFIG_KEYS,
  type RawOptions,
  readConfigOptions,
  resolveRenderOptions,
  withDefaults,
} from '@framefarm/contract';
import { describe, expect, it } from 'vitest';

const FILE = 'framefarm.config.json';
const messages = (value: unknown): string[] => readConfigOptions(value, FILE).issues.map((issue) => issue.message);

describe('a configuration', () => {
  it('holds defaults of options, and of the package map and the network in sections', () => {
    const value = {
      fps: '30000/1001',
      crf: 20,
      packages: { enabled: false, dirs: ['./vendor'], versions: 'any', cdnjs: { 'pixi.js': '@p/pixi.js/dist' } },
      network: { allow: ['https://Assets.example.com/'] },
    };
    expect(readConfigOptions(value, FILE)).toEqual({
      raw: {
        fps: '30000/1001',
        crf: 20,
        packageMap: false,
        packageDir: ['./vendor'],
        packageVersions: 'any',
        cdnjsPackage: { 'pixi.js': '@p/pixi.js/dist' },
        allowNetwork: ['https://Assets.example.com/'],
      },
      issues: [],
    });
  });

  it.each([
    [{ fsp: 30 }, 'fsp is not a key of this file; did you mean "fps"?'],
    [{ 'video-bitrate': '5M' }, 'video-bitrate is not a key of this file; did you mean "videoBitrate"?'],
    [{ packageDir: ['x'] }, 'packageDir is not a key of this file; did you mean "packages.dirs"?'],
    [{ packages: { dir: ['x'] } }, 'packages.dir is not a key of this file; did you mean "packages.dirs"?'],
    [{ xylophone: 1 }, 'xylophone is not a key of this file'],
    [{ json: true }, 'json cannot be set here: it is for one run; give it on the command line'],
    [
      { ffmpegPath: './ffmpeg' },
      'ffmpegPath cannot be set here: a project names no program to run; use --ffmpeg-path or FRAMEFARM_FFMPEG_PATH',
    ],
    [{ quality: 'hihg' }, 'quality "hihg": must be one of draft, standard, high; did you mean "high"?'],
    [{ crf: 52 }, 'crf "52": must be an integer from 0 to 51'],
    [{ strict: 'yes' }, 'strict "yes": must be true or false'],
    [{ packages: { enabled: 'no' } }, 'packages.enabled "no": must be true or false'],
    [{ packages: { dirs: [''] } }, 'packages.dirs "": must be non-empty texts'],
    [{ packages: { cdnjs: { a: 'x/../../y' } } }, /packages\.cdnjs .*must be places such as pixi\.js=pixi\.js\/dist/],
    [{ packages: [] }, 'packages must be an object, not []'],
    [{ network: { allow: ['ftp://x'] } }, /network\.allow .*received ftp:\/\/x/],
    [[], 'must hold a JSON object, not []'],
  ])('names the fault of %j', (value, message) => {
    expect(messages(value)).toHaveLength(1);
    if (typeof message === 'string') expect(messages(value)[0]).toBe(`${FILE}: ${message}`);
    else expect(messages(value)[0]).toMatch(message);
  });

  it('reports all faults at once, and keys that exclude each other', () => {
    expect(messages({ a: 1, b: 2, crf: 20, videoBitrate: '5M' })).toEqual([
      `${FILE}: a is not a key of this file`,
      `${FILE}: b is not a key of this file`,
      `${FILE}: crf cannot be combined with ${FILE}: videoBitrate`,
    ]);
  });

  it('may hold defaults for several formats', () => {
    expect(messages({ crf: 20, gifLoop: 2, vp9CpuUsed: 1 })).toEqual([]);
  });

  it('never sets what is for one run, a program, or the confinement of the page', () => {
    for (const key of ['json', 'quiet', 'debug', 'dryRun', 'batch', 'browserPath', 'ffmpegPath', 'sandbox']) {
      expect(CONFIG_KEYS).not.toContain(key);
    }
  });
});

describe('defaults below a command line', () => {
  const layered = (given: RawOptions, defaults: RawOptions): RawOptions => withDefaults(given, defaults).raw;

  it('fill what was not given', () => {
    const { raw, fromDefaults } = withDefaults({ fps: '60' }, { fps: 24, quality: 'high' });
    expect(raw).toEqual({ fps: '60', quality: 'high' });
    expect([...fromDefaults]).toEqual(['quality']);
  });

  it('give way to a given switch that is off', () => {
    expect(layered({ bestEffort: false }, { bestEffort: true })).toEqual({ bestEffort: false });
  });

  it('give way to what excludes them, whichever of the two declares it', () => {
    expect(layered({ crf: '20' }, { videoBitrate: '5M' })).toEqual({ crf: '20' });
    expect(layered({ hdr: true }, { resolution: '4k', sdr: true })).toEqual({ hdr: true });
    expect(layered({ resolution: '4k' }, { hdr: true })).toEqual({ resolution: '4k' });
    expect(layered({ variables: '{}' }, { variablesFile: 'a.json' })).toEqual({ variables: '{}' });
  });

  it('wait for the format and the option they are for', () => {
    const defaults = { crf: 20, gifLoop: 2, batchConcurrency: 2 };
    expect(layered({}, defaults)).toEqual({ crf: 20 });
    expect(layered({ format: 'gif' }, defaults)).toEqual({ format: 'gif', gifLoop: 2 });
    expect(layered({}, { ...defaults, format: 'gif' })).toEqual({ format: 'gif', gifLoop: 2 });
    expect(layered({ batch: 'rows.json' }, defaults)).toEqual({ batch: 'rows.json', crf: 20, batchConcurrency: 2 });
  });

  it('are joined to given lists, which come first', () => {
    expect(layered({ packageDir: ['a'] }, { packageDir: ['b'] })).toEqual({ packageDir: ['a', 'b'] });
    const resolved = resolveRenderOptions(
      layered({ cdnjsPackage: ['pixi.js=mine/dist'] }, { cdnjsPackage: { 'pixi.js': 'pixi.js/dist', x: 'x' } }),
    );
    expect(resolved).toMatchObject({ ok: true, options: { cdnjsPackages: { 'pixi.js': 'mine/dist', x: 'x' } } });
    const labels = layered({ farm: 'http://farm:1', label: ['job=mine'] }, { label: { job: 'usual', team: 'video' } });
    expect(resolveRenderOptions(labels)).toMatchObject({ ok: true, farm: { labels: { job: 'mine', team: 'video' } } });
  });
});
