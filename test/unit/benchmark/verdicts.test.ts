import { describe, expect, it } from 'vitest';
import { readPsnr } from '../../../libs/benchmark/src/frames/compare-outputs.js';
import { processKind } from '../../../libs/benchmark/src/measure/process-tree.js';
import { findings } from '../../../libs/benchmark/src/verdict/findings.js';
import { frameGroups } from '../../../libs/benchmark/src/verdict/frame-groups.js';
import { findLimit } from '../../../libs/benchmark/src/verdict/limit.js';
import { fastest, recommend } from '../../../libs/benchmark/src/verdict/recommendation.js';
import { summarise, throughput } from '../../../libs/benchmark/src/verdict/statistics.js';
import { failed, measuredRun, result } from './results.js';

describe('statistics', () => {
  it('give mean, median and range', () => {
    expect(summarise([30, 10, 50])).toEqual({ mean: 30, median: 30, min: 10, max: 50 });
    expect(summarise([10, 20, 30, 100])).toEqual({ mean: 40, median: 25, min: 10, max: 100 });
    expect(summarise([7])).toEqual({ mean: 7, median: 7, min: 7, max: 7 });
  });
  it('count the frames of all renders that ran at once', () => {
    expect(throughput(result({ concurrency: 2 }, [4000]), 100)).toBe(50);
    expect(throughput(failed({}), 100)).toBeNull();
  });
});

describe('the recommendation', () => {
  it('takes the fastest', () => {
    const [one, two] = [result({ workers: 1 }, [4000, 4100]), result({ workers: 2 }, [2500, 2600])];
    expect(fastest([one, two])).toBe(two);
  });
  it('takes fewer workers where the spread does not tell them apart', () => {
    const [one, two] = [result({ workers: 1 }, [2600, 2400, 2500]), result({ workers: 2 }, [2450, 2350, 2420])];
    expect(fastest([two, one])).toBe(one);
    expect(recommend({ single: [one, two], concurrent: [] })?.recommendation).toMatchObject({
      workers: 1,
      reason: '1 worker: as fast as 2 within the spread (3 % apart), with fewer browsers',
    });
  });
  it('takes times within 3 % for equal, however often they were measured', () => {
    const [one, two] = [result({ workers: 1 }, [1029]), result({ workers: 2 }, [1000])];
    expect(fastest([one, two])).toBe(one);
    expect(fastest([result({ workers: 1 }, [1031]), two])).toBe(two);
  });
  it('does not trust what failed once', () => {
    const shaky = { ...result({ workers: 2 }, [100]), failures: ['CAPTURE_STALLED: no progress'] };
    const sure = result({ workers: 1 }, [900]);
    expect(fastest([shaky, sure])).toBe(sure);
  });
  it('says by how much the next one is slower', () => {
    const all = [result({ workers: 1 }, [4000]), result({ workers: 2 }, [2000]), result({ workers: 4 }, [2500])];
    const { recommendation } = recommend({ single: all, concurrent: [] }) ?? {};
    expect(recommendation).toMatchObject({ workers: 2, batchConcurrency: 1, maxConcurrentRenders: 1 });
    expect(recommendation?.reason).toBe('2 workers: 4 took 25 % longer');
  });
  it('takes several renders at once where each of them costs less time', () => {
    const single = [result({ workers: 2 }, [2000])];
    const gaining = [result({ workers: 2, concurrency: 2 }, [2500])];
    expect(recommend({ single, concurrent: gaining })?.recommendation).toMatchObject({
      batchConcurrency: 2,
      maxConcurrentRenders: 2,
      reason: expect.stringContaining('2 renders at once give 60 % more frames per second'),
    });
    const losing = [result({ workers: 2, concurrency: 2 }, [4100])];
    expect(recommend({ single, concurrent: losing })?.recommendation).toMatchObject({ batchConcurrency: 1 });
  });
  it('is none where everything failed', () => {
    expect(recommend({ single: [failed({}), failed({ workers: 2 })], concurrent: [] })).toBeNull();
  });
});

describe('what limits a render', () => {
  const piece = { frames: 100, totalFrames: 1000 };
  const limitOf = (cpu: readonly [number, number, number, number], captureMs = 4000) => {
    const [page, capture, encoder, node] = cpu;
    const runs = [measuredRun(5000, { captureMs, cpuSeconds: { page, capture, encoder, node } })];
    return findLimit({ result: { ...result({}, [1]), runs }, piece, cores: 2, memoryShort: null });
  };
  it('is the part that takes the most processor time per frame', () => {
    expect(limitOf([4, 1, 2, 1])).toMatchObject({ part: 'page', busyShare: 0.8 });
    expect(limitOf([1, 1, 4, 1])?.part).toBe('encoder');
    expect(limitOf([2, 2, 2, 1])?.part).toBe('capture');
  });
  it('is said with numbers', () => {
    expect(limitOf([4, 1, 2, 1])?.text).toBe(
      'the page (its scripts, layout and painting): 40.0 of 80.0 ms of processor time per frame ' +
        '(page 40.0, browser 10.0, encoder 20.0, framefarm 10.0), 2 cores 80 % busy with it',
    );
  });
  it('is the start where the whole composition takes less time to capture', () => {
    const verdict = limitOf([1, 1, 1, 1], 400);
    expect(verdict?.part).toBe('start');
    expect(verdict?.text).toContain('4.6 s against 4.0 s of capture for 1000 frames');
  });
  it('is memory where it kept workers away', () => {
    const memoryShort = { what: '2 workers', cause: 'memory', reason: '2 × 900 MB exceed', workers: 2 } as const;
    const verdict = findLimit({ result: result({}, [5000]), piece, cores: 4, memoryShort });
    expect(verdict).toMatchObject({ part: 'memory', text: 'memory: 2 workers left out, 2 × 900 MB exceed' });
  });
  it('is not guessed where the system tells no processor times', () => {
    const runs = [measuredRun(5000, { captureMs: 4000, cpuSeconds: null })];
    expect(findLimit({ result: { ...result({}, [1]), runs }, piece, cores: 2, memoryShort: null })).toBeNull();
  });
});

describe('findings', () => {
  const quiet = { hardwareEncoders: [], othersShares: [] };
  const base = result({}, [2000, 2020]);
  it('compare capture paths and encoder threads with what a render takes by itself', () => {
    const [path, threads] = findings({
      base,
      paths: [result({ capturePath: 'screenshot' }, [3000, 3000])],
      threads: [result({ encoderThreads: 1 }, [2015, 2015])],
      ...quiet,
    });
    expect(path).toBe('Capture path: a render takes surface here; screenshot takes 49 % longer.');
    expect(threads).toBe('Encoder threads: a render takes 2 per worker; 1 is as fast.');
  });
  it('say how to take another path where that is faster', () => {
    const paths = [result({ capturePath: 'beginframe' }, [1005, 1005])];
    expect(findings({ base, paths, threads: [], ...quiet })[0]).toBe(
      'Capture path: a render takes surface here; beginframe takes 50 % less time; FRAMEFARM_SURFACE=off chooses beginframe.',
    );
  });
  it('tell which hardware encoders work', () => {
    expect(findings({ base, paths: [], threads: [], ...quiet })).toEqual([
      'Hardware encoders: none works on this machine.',
    ]);
    const some = findings({ base, paths: [], threads: [], hardwareEncoders: ['nvenc'], othersShares: [] });
    expect(some[0]).toContain('nvenc');
  });
  it('warn of figures from a busy machine', () => {
    const all = findings({ base, paths: [], threads: [], hardwareEncoders: [], othersShares: [0.1, 0.5, 0.4] });
    expect(all.at(-1)).toContain('Other programs took 40 % of the machine');
    expect(findings({ base, paths: [], threads: [], hardwareEncoders: [], othersShares: [0.1] })).toHaveLength(1);
  });
});

describe('frames', () => {
  it('must be the same for any number of workers and renders at once', () => {
    const odd = result({ workers: 3 }, [1], 'other');
    const groups = frameGroups([result({}, [1]), result({ workers: 2 }, [1]), odd, result({ concurrency: 2 }, [1])]);
    expect(groups).toHaveLength(1);
    expect(groups[0]?.outliers).toEqual([odd]);
  });
  it('may differ between capture paths and encoder threads', () => {
    const all = [
      result({}, [1]),
      result({ capturePath: 'screenshot' }, [1], 'b'),
      result({ encoderThreads: 4 }, [1], 'c'),
    ];
    const groups = frameGroups([...all, failed({ workers: 4 })]);
    expect(groups.map(({ results }) => results.length)).toEqual([1, 1, 1]);
    expect(groups.flatMap(({ outliers }) => outliers)).toEqual([]);
  });
  it('are compared by what FFmpeg prints', () => {
    expect(readPsnr('[Parsed_psnr_0 @ 0x5] PSNR y:40.1 u:44 v:45 average:41.25 min:39.8 max:44.1')).toBe(41.25);
    expect(readPsnr('PSNR y:inf u:inf v:inf average:inf min:inf max:inf')).toBe(Number.POSITIVE_INFINITY);
    expect(readPsnr('nothing')).toBeNull();
  });
});

describe('processes of a render', () => {
  it.each([
    ['/opt/shell/chrome-headless-shell\0--type=renderer\0--lang=en', 'page'],
    ['/opt/shell/chrome-headless-shell\0--type=gpu-process', 'capture'],
    ['/opt/shell/chrome-headless-shell\0--headless', 'capture'],
    ['/usr/bin/ffmpeg\0-i\0pipe:0', 'encoder'],
    ['/usr/bin/node\0/app/ffmpeg-tool/measured-render.js', 'node'],
    ['/srv/ffmpeg-course/node/bin/node\0/app/measured-render.js', 'node'],
    ['/srv/my chromium/node\0/app/measured-render.js', 'node'],
    ['/srv/ffmpeg/chrome-headless-shell --type=renderer --user-data-dir=/tmp/ffmpeg', 'page'],
    ['/proc/self/exe\0--type=utility', 'capture'],
    ['/bin/sh\0-c\0while IFS= read -r line', 'node'],
  ] as const)('are told by their command line: %j', (commandLine, kind) => {
    expect(processKind(commandLine)).toBe(kind);
  });
});
