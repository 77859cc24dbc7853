/** `render --farm` as far as it needs no farm: what is sent, what is refused, what is packed, how it ends (cli 7). */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FarmOptions,
  flagName,
  type OptionName,
  type OptionSpec,
  type RawOptions,
  RENDER_OPTIONS,
  type RenderOptions,
  resolveRenderOptions,
} from '@framefarm/contract';
import { compileSource } from '@framefarm/render';
import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../oclif/src/farm/follow-render.js';
import type { FarmNews } from '../../../oclif/src/farm/news.js';
import { ACTS_HERE, requestBody } from '../../../oclif/src/farm/request-body.js';
import {
  farmOfEnvironmentNamed,
  isFarmOfEnvironment,
  mistakenAddresses,
  unfetchedOutput,
  withFarmOfEnvironment,
  withFarmUrl,
} from '../../../oclif/src/flags/farm-words.js';
import { newsLine } from '../../../oclif/src/formatters/farm/farm-lines.js';
import { exitOfStatus } from '../../../oclif/src/formatters/farm/farm-tables.js';
import { farmProject } from '../../../oclif/src/packing/pack-project.js';
import { withEnvironment } from '../../../oclif/src/target/environment.js';
import { composition, makeProject } from '../../support/projects/project.js';

const URL = 'http://127.0.0.1:9847';
const ADDRESS = `must be the http or https address of a producer, such as ${URL} or farm.example:9847`;

function checked(raw: RawOptions): { options: RenderOptions; farm: FarmOptions } {
  const resolved = resolveRenderOptions({ farm: URL, ...raw });
  if (!resolved.ok || resolved.farm === null) throw new Error(JSON.stringify(resolved));
  return { options: resolved.options, farm: resolved.farm };
}

describe('what a farm is asked for', () => {
  const body = (raw: RawOptions) => requestBody({ raw, ...checked(raw), compositionId: 'cmp_1' });

  it('is the project and the options that were given, typed and under their names in the API', () => {
    const raw = { fps: '30000/1001', crf: '20', workers: 'auto', resolution: '4k', composition: 'a.html', sdr: true };
    expect(body({ ...raw, timeout: '90s', variables: '{"name":"Ada"}' })).toEqual({
      source: { composition: 'cmp_1' },
      fps: '30000/1001',
      crf: 20,
      workers: 'auto',
      outputResolution: '4k',
      entryFile: 'a.html',
      outputDynamicRange: 'sdr',
      timeoutSeconds: 90,
      variables: { name: 'Ada' },
    });
  });

  it("is nothing of what belongs to this machine or this command's own doing", () => {
    const raw = {
      output: 'a.mp4',
      outsideLinks: false,
      debug: false,
      packageDir: ['/x'],
      json: true,
      wait: false,
    };
    expect(body({ ...raw, onInterrupt: 'detach', idempotencyKey: 'k', maxConcurrentRenders: 3 })).toEqual({
      source: { composition: 'cmp_1' },
    });
  });

  it('holds the place in the line, the parts, labels and webhook', () => {
    const raw = { priority: '40', chunks: '8', label: ['job=may', 'team=video'], webhook: 'https://example.com/hook' };
    expect(body(raw)).toMatchObject({
      priority: 40,
      chunks: 8,
      labels: { job: 'may', team: 'video' },
      webhook: { url: 'https://example.com/hook' },
    });
  });
});

/** A value of each option that is not its default. */
const SAMPLES: Readonly<Record<OptionSpec['kind'], unknown>> = {
  ...{
    flag: true,
    integer: 3,
    fps: 24,
    bitrate: '5M',
    workers: 3,
    path: 'some/path',
    text: 'https://some.text',
    texts: ['a'],
  },
  ...{ json: { name: 'Ada' }, duration: '90s', origins: ['https://a.example'], places: ['pixi.js=pixi.js/dist'] },
  ...{ labels: ['a=b'], 'farm-url': URL, frames: '1-2', time: 1, enum: null },
};
/** Options whose meaning needs others beside them. */
const COMPANY: Readonly<Record<string, RawOptions>> = { vp9CpuUsed: { format: 'webm' }, gifLoop: { format: 'gif' } };

describe('every option of a render', () => {
  const NAMES = Object.keys(RENDER_OPTIONS) as OptionName[];
  const sample = (name: OptionName): unknown => {
    const spec: OptionSpec = RENDER_OPTIONS[name];
    if (spec.kind === 'enum') return spec.values?.find((value) => value !== spec.default);
    return spec.kind === 'flag' ? spec.default !== true : SAMPLES[spec.kind];
  };

  it.each(NAMES.filter((name) => name !== 'farm'))('%s is sent to a farm, acts here, or is refused', (name) => {
    const spec: OptionSpec = RENDER_OPTIONS[name];
    const company = { ...COMPANY[name], ...(spec.requires?.includes('batch') ? { batch: 'rows.json' } : {}) };
    const raw = { farm: URL, ...company, [name]: sample(name) };
    const resolved = resolveRenderOptions(raw);
    const isRefused = !resolved.ok;
    if (isRefused) expect(resolved.issues.map(({ code }) => code)).not.toContain('invalid_value');
    const fields = isRefused ? [] : Object.keys(requestBody({ raw, ...checked(raw), compositionId: 'cmp_1' }));
    const usual = Object.keys(requestBody({ raw: company, ...checked(company), compositionId: 'cmp_1' }));
    // The batch adds these two to what all its renders share; a file of variables has become variables before.
    const elsewhere: OptionName[] = ['batchConcurrency', 'batchFailFast', 'variablesFile'];
    const isSent = fields.length > usual.length || elsewhere.includes(name);
    expect({ isSent, isRefused, actsHere: ACTS_HERE.includes(name) }).toEqual({
      isSent,
      isRefused: !isSent && !ACTS_HERE.includes(name),
      actsHere: !isSent && !isRefused,
    });
  });

  it('is known to the API under the name it is sent by', () => {
    const raw: RawOptions = { cdnjsPackage: ['pixi.js=pixi.js/dist'], packageVersions: 'any' };
    expect(requestBody({ raw, ...checked(raw), compositionId: 'cmp_1' })).toEqual({
      source: { composition: 'cmp_1' },
      packageVersions: 'any',
      cdnjsPackage: { 'pixi.js': 'pixi.js/dist' },
    });
  });
});

it('programs that the environment names are left aside on a farm', () => {
  const env = { FRAMEFARM_BROWSER_PATH: '/chrome', FRAMEFARM_PACKAGE_DIRS: '/modules' };
  expect(withEnvironment({ farm: URL }, env)).toEqual({ farm: URL, packageDir: ['/modules'] });
  expect(withEnvironment({}, env)).toMatchObject({ browserPath: '/chrome' });
});

describe('flags of a farm', () => {
  const faults = (raw: RawOptions): string[] => {
    const resolved = resolveRenderOptions(raw);
    return resolved.ok ? [] : resolved.issues.map(({ message }) => message);
  };

  it.each([
    [{ farm: URL, debug: true }, '--farm cannot be combined with --debug'],
    [{ farm: URL, framesCacheDir: '/tmp' }, '--farm cannot be combined with --frames-cache-dir'],
    [{ farm: URL, local: true }, '--local cannot be combined with --farm'],
    [
      { farm: URL, allowNetwork: ['http://assets:8080'] },
      '--allow-network cannot be combined with --farm: what compositions reach there is decided by FRAMEFARM_NETWORK_ALLOW of its operator; leave it out, or put the files into the project',
    ],
    [
      { farm: URL, sandbox: false },
      '--no-sandbox cannot be combined with --farm: the operator of the farm decides by FRAMEFARM_SANDBOX; render with --local, or leave it out',
    ],
    [{ wait: false }, '--no-wait needs --farm'],
    [{ priority: '10' }, '--priority needs --farm'],
    [{ farm: URL, label: ['x'] }, '--label "x": must be key=value, such as team=video'],
    [
      { farm: URL, waitTimeout: '10' },
      '--wait-timeout "10": must be a duration such as 90s, 15m or 1.5h, from 1ms to 596h',
    ],
    [{ farm: URL, idempotencyKey: 'clé' }, '--idempotency-key "clé": must be 1 to 255 visible ASCII characters'],
    [{ farm: URL, webhook: 'example.com/hook' }, '--webhook "example.com/hook": must be an http or https URL'],
    [{ farm: URL, onInterrupt: 'stop' }, '--on-interrupt "stop": must be one of cancel, detach'],
    [{ farm: 'nourl' }, `--farm "nourl": ${ADDRESS}`],
    [{ farm: 'http://' }, `--farm "http://": ${ADDRESS}`],
    [{ farm: 'farm:99999' }, `--farm "farm:99999": ${ADDRESS}`],
    [{ farm: 'http://farm/?a=1' }, `--farm "http://farm/?a=1": ${ADDRESS}, without a query or fragment`],
  ])('%o are refused', (raw, message) => expect(faults(raw)).toContain(message));

  it('tell a wrong address as the one fault that it is, and no password in it', () => {
    expect(faults({ farm: 'nourl', priority: '10' })).toEqual([`--farm "nourl": ${ADDRESS}`]);
    expect(faults({ farm: 'https://ana:secret@farm' }).join()).toMatch(/^--farm holds a user or password(?!.*secret)/);
  });

  it('a word behind --farm that is neither an address nor a directory is told as both', () => {
    const there = (path: string): boolean => path === 'slides';
    const message = `--farm "nourl": ${ADDRESS}; nor is there a directory of this name`;
    const fault = [{ field: '--farm', code: 'invalid_value', message }];
    expect(mistakenAddresses(['--farm', 'nourl'], there)).toEqual(fault);
    expect(mistakenAddresses(['slides', '--farm', 'nourl'], there)).toEqual(fault);
    const right = [
      ['--farm', 'slides'],
      ['slides', '--farm'],
      ['--farm', '--json'],
      ['--farm', 'farm:1'],
      ['--', '--farm', 'x'],
    ];
    for (const words of right) expect(mistakenAddresses(words, there), words.join(' ')).toEqual([]);
  });

  it.each([
    [
      ['--farm', 'slides'],
      [`--farm=${URL}`, 'slides'],
    ],
    [
      ['slides', '--farm'],
      ['slides', `--farm=${URL}`],
    ],
    [
      ['--farm', 'https://farm.example'],
      ['--farm', 'https://farm.example'],
    ],
    [
      ['--farm', 'ftp://farm'],
      ['--farm', 'ftp://farm'],
    ],
    [
      ['--farm', 'farm:9000', 'slides'],
      ['--farm', 'farm:9000', 'slides'],
    ],
    [
      ['--', '--farm'],
      ['--', '--farm'],
    ],
  ])('%j mean %j', (typed, read) => expect(withFarmUrl(typed, {}, URL)).toEqual(read));

  it('without a URL mean that of the environment', () => {
    expect(withFarmUrl(['--farm'], { FRAMEFARM_URL: 'http://other:1' }, URL)).toEqual(['--farm=http://other:1']);
  });
});

it('a farm of the environment is named as such in faults, with the way to leave it aside', () => {
  expect(resolveRenderOptions({ farm: 'nourl' }, farmOfEnvironmentNamed(flagName, false))).toMatchObject({
    issues: [{ message: `FRAMEFARM_URL (--local leaves it aside) "nourl": ${ADDRESS}` }],
  });
  const env = { FRAMEFARM_URL: URL };
  const raw = withFarmOfEnvironment({ debug: true }, env);
  expect(raw).toEqual({ debug: true, farm: URL });
  expect(resolveRenderOptions(raw ?? {}, farmOfEnvironmentNamed(flagName, false))).toMatchObject({
    issues: [{ message: 'FRAMEFARM_URL (--local leaves it aside) cannot be combined with --debug' }],
  });
  expect(withFarmOfEnvironment({ farm: URL, debug: true }, env)).toBeNull();
  expect(withFarmOfEnvironment({ local: true }, env)).toBeNull();
});

it('an address of the environment that a bare --farm takes is told as from there', () => {
  const env = { FRAMEFARM_URL: 'nourl' };
  expect(isFarmOfEnvironment(['slides', '--farm'], env)).toBe(true);
  expect(isFarmOfEnvironment(['--farm=http://a:1', '--farm', 'slides'], env)).toBe(true);
  for (const words of [['--farm', 'a:1'], ['--farm', '--farm=http://a:1'], ['--', '--farm'], []]) {
    expect(isFarmOfEnvironment(words, env), words.join(' ')).toBe(false);
  }
  expect(isFarmOfEnvironment(['--farm'], {})).toBe(false);
  expect(resolveRenderOptions({ farm: 'nourl' }, farmOfEnvironmentNamed(flagName, true))).toMatchObject({
    issues: [{ message: `--farm (FRAMEFARM_URL) "nourl": ${ADDRESS}` }],
  });
});

it('an output that --no-wait would not fetch is refused, with the command that fetches it', () => {
  const message =
    '--output "a.mp4": cannot be combined with --no-wait, which fetches no output; leave it out, and fetch with "framefarm farm output <id> --output <path>"';
  expect(unfetchedOutput({ wait: false, output: 'a.mp4' })).toMatchObject([{ field: '--output', message }]);
  for (const typed of [{ wait: false }, { output: 'a.mp4' }, { wait: true, output: 'a.mp4' }]) {
    expect(unfetchedOutput(typed)).toEqual([]);
  }
});

describe('a project for a farm', () => {
  const signal = new AbortController().signal;
  const packed = async (directory: string, raw: RawOptions = {}) => {
    const { options } = checked(raw);
    return farmProject(directory, await compileSource(directory, options), options, [join(directory, 'out')], signal);
  };

  it('holds what it refers to, also below directories that are left out, and not what nobody needs', async () => {
    const project = await makeProject({
      'index.html': composition('<img src="dist/logo.svg">'),
      'dist/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'dist/other.js': 'x',
      'out/a.mp4': 'made before',
      'node_modules/left/index.js': 'x',
    });
    expect((await packed(project)).files).toBe(2);
  });

  it('brings the installed files that it loads by CDN URLs, with what these import', async () => {
    const project = await makeProject({
      'index.html': composition('', {
        head: '<script type="module" src="https://cdn.jsdelivr.net/npm/deck@1/main.js">',
      }),
    });
    const deck = join(project, 'node_modules/deck');
    await mkdir(deck, { recursive: true });
    await writeFile(join(deck, 'package.json'), '{"name":"deck","version":"1.2.0"}');
    await writeFile(join(deck, 'main.js'), "import './part.js';");
    await writeFile(join(deck, 'part.js'), 'globalThis.part = 1;');
    await writeFile(join(deck, 'unused.js'), '0');
    const { files, size } = await packed(project);
    expect(files).toBe(4);
    expect((await packed(project, { packageMap: false })).size).toBeLessThan(size);
  });

  it('is told with its largest file, and as known where nothing is sent', () => {
    const news = { kind: 'project-packed', compositionId: 'cmp_1', files: 2, size: 3000, known: false } as const;
    const largest = [{ path: 'clip.mp4', size: 2048 }];
    expect(newsLine({ ...news, largest })).toBe('Project: 2 files, 2.9KB; largest clip.mp4 2.0KB');
    expect(newsLine({ ...news, largest, known: true })).toBe('Project: 2 files, 2.9KB; the farm has it already');
  });
});

describe('the events of a farm', () => {
  function translated(...events: readonly { type: string; data: Record<string, unknown> }[]) {
    const seen: unknown[] = [];
    const news: FarmNews[] = [];
    const translate = createTranslator('rnd_1', {
      onEvent: (event) => seen.push(event),
      tell: (one) => news.push(one),
    });
    const results = events.map((event, at) => translate({ id: String(at), ...event }));
    return { seen, news, last: results.at(-1) };
  }

  it('are those of a local render, with the place in the line before', () => {
    const progress = { stage: 'capture', progress: 40, framesRendered: 4, totalFrames: 10 };
    const output = { fileName: 'a.mp4' };
    const { seen, news, last } = translated(
      { type: 'queued', data: { ahead: 2 } },
      { type: 'waiting', data: { waiting: { reason: 'no_worker_of_version', version: 2, message: 'too new' } } },
      { type: 'waiting', data: { waiting: null } },
      { type: 'state', data: { status: 'rendering', at: '2026-01-01T00:00:01Z' } },
      { type: 'progress', data: progress },
      { type: 'state', data: { status: 'assembling', at: '2026-01-01T00:00:03Z' } },
      { type: 'something-new', data: {} },
      { type: 'completed', data: { output, outcome: 'completed' } },
    );
    expect(news).toEqual([
      { kind: 'render-queued', renderId: 'rnd_1', ahead: 2 },
      { kind: 'render-waiting', renderId: 'rnd_1', message: 'too new' },
    ]);
    expect(seen).toEqual([
      { kind: 'progress', ...progress },
      { kind: 'captured', frames: 10, seconds: 2 },
    ]);
    expect(last).toEqual({ output, outcome: 'completed', warnings: [], notices: [] });
  });

  it('of a render that was run again end with the warnings of its last run', () => {
    const { last } = translated(
      { type: 'state', data: { status: 'preparing' } },
      { type: 'warning', data: { warning: { code: 'media_load_failed', message: 'first' } } },
      { type: 'state', data: { status: 'queued', reason: 'requeued' } },
      { type: 'state', data: { status: 'preparing' } },
      { type: 'warning', data: { warning: { code: 'media_load_failed', message: 'second' } } },
      { type: 'completed', data: { output: {}, outcome: 'completed_with_warnings' } },
    );
    expect(last?.warnings).toMatchObject([{ message: 'second' }]);
  });

  it('end with all warnings where the older events are gone', () => {
    const render = {
      stage: null,
      totalFrames: 10,
      warnings: [
        { code: 'a', message: 'old' },
        { code: 'a', message: 'new' },
      ],
    };
    const { seen, last } = translated(
      { type: 'gap', data: { render } },
      { type: 'warning', data: { warning: { code: 'a', message: 'new' } } },
      { type: 'completed', data: { output: {}, outcome: 'completed_with_warnings' } },
    );
    expect(last?.warnings).toEqual(render.warnings);
    expect(seen).toHaveLength(2);
  });

  it('count frames also where all of them are taken from an earlier render, and no progress is told', () => {
    const { seen } = translated(
      { type: 'state', data: { status: 'rendering', at: '2026-01-01T00:00:01Z', totalFrames: 10 } },
      { type: 'state', data: { status: 'assembling', at: '2026-01-01T00:00:01Z', totalFrames: 10, reusedFrames: 10 } },
    );
    expect(seen).toEqual([{ kind: 'captured', frames: 10, seconds: 0, reused: 10 }]);
  });

  it('say of frames that depend on those before that all is captured anew', () => {
    const state = { type: 'state', at: '2026-01-01T00:00:01Z' };
    const { seen, last } = translated(
      { type: 'state', data: { ...state, status: 'preparing', reason: 'order_needed', dependent: 45 } },
      { type: 'completed', data: { output: {}, outcome: 'completed' } },
    );
    const notice = {
      code: 'raf_loop_sequential',
      message: expect.stringMatching(/^frame 45 depends on those before;/),
    };
    expect([seen, last]).toEqual([[{ kind: 'notice', notice }], expect.objectContaining({ notices: [notice] })]);
  });

  it('say of a surface that was refuted what a local render says, and count what is captured after it', () => {
    const state = { type: 'state', at: '2026-01-01T00:00:01Z' };
    const refuted = { frame: 60, obstacle: 'the page holds <dialog>' };
    const { seen, last } = translated(
      { type: 'state', data: { ...state, status: 'rendering' } },
      { type: 'state', data: { ...state, status: 'preparing', reason: 'surface_refuted', refuted } },
      { type: 'state', data: { ...state, status: 'rendering', at: '2026-01-01T00:00:05Z' } },
      { type: 'state', data: { ...state, status: 'assembling', at: '2026-01-01T00:00:06Z' } },
      { type: 'completed', data: { output: {}, outcome: 'completed' } },
    );
    const message =
      'the drawing surface does not show all of frame 60: the page holds <dialog>; the render begins again';
    const notice = { code: 'surface_refuted', message };
    expect(seen).toEqual([
      { kind: 'notice', notice },
      { kind: 'captured', frames: 0, seconds: 1 },
    ]);
    expect(last).toMatchObject({ notices: [notice] });
  });

  it('end in the error of the render, in the words of the farm', () => {
    const error = {
      code: 'ENCODER_FAILED',
      owner: 'system',
      retryable: true,
      stage: 'encode',
      message: 'no space',
      hint: 'free it',
    };
    expect(() => translated({ type: 'failed', data: { error } })).toThrow(
      expect.objectContaining({ code: 'ENCODER_FAILED', message: 'no space', hint: 'free it', stage: 'encode' }),
    );
    expect(() => translated({ type: 'cancelled', data: {} })).toThrow(
      expect.objectContaining({ code: 'RENDER_CANCELLED' }),
    );
  });
});

it.each([
  ['completed', 0],
  ['failed', 1],
  ['cancelled', 1],
  ['partial', 68],
  ['queued', 69],
  ['running', 69],
] as const)('a state of %s is the exit status %d', (status, exit) => expect(exitOfStatus(status)).toBe(exit));
