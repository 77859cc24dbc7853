import { flagName, OUTPUT_FORMATS, type RawOptions, RENDER_OPTIONS, resolveRenderOptions } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';

const messages = (raw: RawOptions): string[] => {
  const result = resolveRenderOptions(raw);
  return result.ok ? [] : result.issues.map((issue) => issue.message);
};
const options = (raw: RawOptions) => {
  const result = resolveRenderOptions(raw);
  if (!result.ok) throw new Error(result.issues.map((issue) => issue.message).join('\n'));
  return result.options;
};

describe('render options', () => {
  it('have the defaults of the specification', () => {
    expect(options({})).toMatchObject({
      format: 'mp4',
      fps: null,
      gifLoop: 0,
      quality: 'standard',
      crf: null,
      videoBitrate: null,
      videoFrameFormat: 'auto',
      workers: 'auto',
      strict: 'off',
      bestEffort: true,
    });
  });

  it.each([
    ['fps', '30', { num: 30, den: 1 }],
    ['fps', 240, { num: 240, den: 1 }],
    ['fps', '30000/1001', { num: 30000, den: 1001 }],
    ['fps', '60/2', { num: 30, den: 1 }],
    ['crf', '0', 0],
    ['crf', 51, 51],
    ['videoBitrate', '10M', 10_000_000],
    ['videoBitrate', '5000k', 5_000_000],
    ['workers', '24', 24],
    ['timeout', '90s', 90_000],
    ['timeout', '250ms', 250],
    ['timeout', '1.5m', 90_000],
    ['timeout', '12.3456s', 12_346],
    ['timeout', '0.0004h', 1_440],
    ['allowNetwork', ['https://assets.example:8443/', 'http://b'], ['https://assets.example:8443', 'http://b']],
    ['timeout', '2h', 7_200_000],
    ['timeout', '596h', 2_145_600_000],
    ['videoBitrate', '1k', 1000],
    ['videoBitrate', '2000m', 2_000_000_000],
    ['videoBitrate', '1.5K', 1500],
    ['playerReadyTimeout', '45000', 45_000],
  ] as const)('%s accepts %s', (name, raw, value) => {
    const field = name === 'timeout' ? 'timeoutMs' : name === 'playerReadyTimeout' ? 'playerReadyTimeoutMs' : name;
    expect(options({ [name]: raw })[field]).toEqual(value);
  });

  it.each([
    ['fps', '0', /--fps "0": must be an integer from 1 to 240/],
    ['fps', '241', /--fps/],
    ['fps', '1/0', /--fps/],
    ['fps', ' 30', /--fps/],
    ['fps', '29.97', /write the exact rational 30000\/1001/],
    ['fps', '23.98', /write the exact rational 24000\/1001$/],
    ['fps', 59.94005994005994, /write the exact rational 60000\/1001$/],
    ['fps', '239.76', /write the exact rational 240000\/1001$/],
    ['fps', '12.5', /write the exact rational 25\/2$/],
    ['fps', '30.0', /is a decimal; write 30$/],
    ['fps', '0.5', /must be an integer from 1 to 240/],
    ['fps', '240.5', /must be an integer from 1 to 240/],
    ['fps', '1.23456789012', /must be an integer from 1 to 240/],
    ['fps', '1e2', /--fps/],
    ['crf', '52', /--crf "52": must be an integer from 0 to 51/],
    ['crf', '-1', /--crf/],
    ['crf', '1.5', /--crf/],
    ['workers', '25', /--workers "25": must be an integer from 1 to 24, or auto/],
    ['workers', '0', /--workers/],
    ['videoBitrate', '10', /--video-bitrate "10": must be a bitrate such as 10M or 5000k/],
    ['videoBitrate', '0k', /--video-bitrate/],
    ['videoBitrate', '0.999k', /--video-bitrate.*from 1k to 2000M/],
    ['videoBitrate', '2000.001M', /--video-bitrate/],
    ['timeout', '0s', /--timeout "0s": must be a duration such as 90s, 15m or 1.5h, from 1ms to 596h/],
    ['timeout', '0.4ms', /--timeout/],
    ['timeout', '597h', /--timeout/],
    ['timeout', '90', /--timeout/],
    ['output', 'a\0b', /--output .*must be a non-empty text/],
    ['output', '', /--output "": must be a non-empty text/],
    ['packageDir', ['vendor', ''], /--package-dir "": must be non-empty texts/],
    ['allowNetwork', 'assets.example', /--allow-network .*must be origins such as/],
    ['allowNetwork', ['https://a.example', '10.0.0.1:80'], /--allow-network "10\.0\.0\.1:80": must be origins/],
    ['allowNetwork', 'ftp://assets.example', /\(received ftp:/],
    ['allowNetwork', 'https://assets.example/a', /\(received https:/],
    ['allowNetwork', 'https://assets.example?a', /\(received https:/],
    ['allowNetwork', 'https://assets.example#a', /\(received https:/],
    ['allowNetwork', 'https://u:pw@assets.example', /^--allow-network must be origins .*, without a user or password$/],
    ['cdnjsPackage', ['a=b/c', 'pixi.js'], /--cdnjs-package "pixi\.js": must be places such as \S+$/],
    ['cdnjsPackage', { 'pixi.js': 5 }, /--cdnjs-package "pixi\.js=5": must be places/],
    ['label', ['team=a', 'x'], /--label "x": must be key=value/],
    ['cdnjsPackage', '=pixi.js/dist', /must be places such as/],
    ['cdnjsPackage', 'pixi.js=../dist', /must be places such as/],
    ['cdnjsPackage', 'pixi.js=a/../b', /must be places such as/],
    ['cdnjsPackage', ['__proto__=a/b'], /must be places such as/],
    ['format', 'avi', /--format "avi": must be one of mp4, mov, webm, gif, png-sequence/],
    ['variables', '[1]', /--variables "\[1\]": must be a JSON object/],
    ['variables', '{"__proto__":1}', /must not hold the key __proto__/],
    ['maxConcurrentRenders', '11', /from 1 to 10/],
    ['gpu', true, /hardware encoding is not part of this version/],
  ] as const)('%s refuses %s', (name, raw, message) => {
    expect(messages({ [name]: raw }).join('\n')).toMatch(message);
  });

  it('have variables as the page will get them: what JSON would lose or cannot hold is refused', () => {
    const circle: Record<string, unknown> = {};
    circle.inner = { circle };
    for (const [variables, rule] of [
      [{ a: circle }, 'Converting circular structure to JSON'],
      [{ a: { b: 5n } }, 'b is a bigint'],
      [{ a: [() => 1] }, '0 is a function'],
      [{ a: Number.NaN }, 'a is NaN'],
    ] as const) {
      expect(messages({ variables })).toEqual([expect.stringContaining(`must be a JSON object (${rule})`)]);
    }
    const result = resolveRenderOptions({ variables: { at: new Date(0), none: undefined } });
    expect(result.ok && result.options.variables).toEqual({ at: '1970-01-01T00:00:00.000Z' });
    expect(messages({ fps: 30n })).toEqual([expect.stringContaining('--fps "30": must be an integer')]);
  });

  it('have a batch only with --batch, with one row at once and the variables in the manifest by default', () => {
    const options = (raw: RawOptions) => {
      const resolved = resolveRenderOptions(raw);
      return resolved.ok ? resolved.batch : resolved.issues.map((issue) => issue.message);
    };
    const rest = { failFast: false, resume: false, manifestVariables: true };
    expect(options({})).toBeNull();
    expect(options({ batch: 'rows.json' })).toEqual({ file: 'rows.json', concurrency: 1, ...rest });
    expect(options({ batch: 'rows.json', batchConcurrency: '100' })).toMatchObject({ concurrency: 100 });
    expect(options({ batch: 'rows.json', batchConcurrency: '0' })).toEqual([
      '--batch-concurrency "0": must be an integer from 1 to 100',
    ]);
    expect(options({ batchConcurrency: '2', batchFailFast: true, resume: true })).toEqual([
      '--batch-concurrency needs --batch',
      '--batch-fail-fast needs --batch',
      '--resume needs --batch',
    ]);
  });

  it('render in a container only with --docker, which brings programs of its own and no GPU', () => {
    const options = (raw: RawOptions) => {
      const resolved = resolveRenderOptions(raw);
      return resolved.ok ? resolved.container : resolved.issues.map((issue) => issue.message);
    };
    expect([options({}), options({ dockerImage: 'own:1' })]).toEqual([null, null]);
    expect(options({ docker: true })).toEqual({ image: null });
    expect(options({ docker: true, dockerImage: 'own:1', browserGpu: false })).toEqual({ image: 'own:1' });
    expect(options({ docker: true, browserGpu: true })).toContain('--docker cannot be combined with --browser-gpu');
    for (const [name, flag] of [
      ['browserPath', '--browser-path'],
      ['ffmpegPath', '--ffmpeg-path'],
      ['framesCacheDir', '--frames-cache-dir'],
    ] as const) {
      expect(options({ docker: true, [name]: 'x' })).toEqual([`--docker cannot be combined with ${flag}`]);
    }
    expect(options({ docker: true, farm: 'http://127.0.0.1:1' })).toEqual(['--farm cannot be combined with --docker']);
  });

  it('refuse a pair once, in the words of one option', () => {
    expect(messages({ crf: 20, videoBitrate: '5M' })).toEqual(['--crf cannot be combined with --video-bitrate']);
    expect(messages({ variables: '{}', variablesFile: 'v.json' })).toHaveLength(1);
  });

  it('refuse variables with half of a character', () => {
    for (const variables of ['{"a":["\\ud800"]}', { a: ['\ud800'] }]) {
      expect(messages({ variables })).toEqual([
        expect.stringContaining('/a/0 holds half of a surrogate pair, which cannot be written as UTF-8'),
      ]);
    }
    expect(messages({ variables: '{"a":"\\ud83d\\ude00"}' })).toEqual([]);
  });

  it('refuse what could have no effect', () => {
    for (const format of OUTPUT_FORMATS) {
      const refused = messages({ format, crf: 20 }).length > 0;
      expect(refused).toBe(!['mp4', 'webm'].includes(format));
    }
    expect(messages({ gifLoop: 3 })).toEqual(['--gif-loop has no effect on mp4; it applies to gif']);
  });

  it('report every fault at once', () => {
    expect(messages({ fps: '0', crf: '99', workers: '99' })).toHaveLength(3);
  });

  it('say no to nothing: a negated unavailable flag is accepted', () => {
    expect(messages({ browserGpu: false })).toEqual([]);
  });

  it('have unique flags and one-letter forms, and help that ends in a full stop', () => {
    const specs = Object.values(RENDER_OPTIONS);
    expect(new Set(specs.map((spec) => spec.flag)).size).toBe(specs.length);
    const chars = specs.flatMap((spec) => ('char' in spec ? [spec.char] : []));
    expect(new Set(chars).size).toBe(chars.length);
    for (const spec of specs) expect(spec.help).toMatch(/\.$/);
    expect(flagName('videoBitrate')).toBe('--video-bitrate');
  });
});

describe('the part to render', () => {
  it.each([
    [{ frames: '30-89' }, { by: 'frames', firstFrame: 30, lastFrame: 89 }],
    [{ frames: '45' }, { by: 'frames', firstFrame: 45, lastFrame: 45 }],
    [{ frames: 0 }, { by: 'frames', firstFrame: 0, lastFrame: 0 }],
    [{ from: '1.5' }, { by: 'times', from: 1.5, to: null }],
    [
      { from: '90s', to: '2m' },
      { by: 'times', from: 90, to: 120 },
    ],
    [
      { from: '1500ms', to: 2 },
      { by: 'times', from: 1.5, to: 2 },
    ],
    [
      { from: '1:30', to: '01:02:03.5' },
      { by: 'times', from: 90, to: 3723.5 },
    ],
    [{ from: '00:00:03.5' }, { by: 'times', from: 3.5, to: null }],
    [{ to: '0.5s' }, { by: 'times', from: null, to: 0.5 }],
    [{ from: '0.25h' }, { by: 'times', from: 900, to: null }],
    // As programs count: a third, and a tenth and two.
    [{ from: '0.3333333333333333' }, { by: 'times', from: 1 / 3, to: null }],
    [
      { from: 1e-7, to: 0.1 + 0.2 },
      { by: 'times', from: 1e-7, to: 0.1 + 0.2 },
    ],
    [{}, null],
  ])('%j is %j', (raw, range) => expect(options(raw).range).toEqual(range));

  it.each([
    [{ frames: '89-30' }, /--frames "89-30": must be a range.*30 lies before 89/],
    [{ frames: '-5' }, /--frames "-5": must be a range of frame numbers from 0/],
    [{ frames: '1.5-3' }, /--frames/],
    [{ frames: '10-' }, /--frames/],
    [{ from: '-1' }, /--from "-1": must be a time from 0, such as/],
    [{ from: '1:60' }, /--from/],
    [{ from: '61:00' }, /--from/],
    [{ from: '1:00:60' }, /--from/],
    [{ from: '60:00' }, /--from "60:00": must be a time from 0/],
    [{ from: -1 }, /--from "-1": must be a time from 0/],
    [{ from: Number.NaN }, /--from/],
    [{ from: 1e9 }, /--from/],
    [{ to: '3 s' }, /--to/],
    [{ to: '0' }, /--to "0": must lie after the start/],
    [{ from: '2', to: '2' }, /--to "2": must lie after --from/],
    [{ from: '2', to: '1.5' }, /--to "1.5": must lie after --from/],
    [{ frames: '0-9', from: '1' }, /--frames cannot be combined with --from/],
    [{ frames: '0-9', to: '1' }, /--frames cannot be combined with --to/],
  ])('%j is refused', (raw, pattern) => expect(messages(raw)).toEqual([expect.stringMatching(pattern)]));
});
