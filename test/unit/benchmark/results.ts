/** Results of measurements as tests need them. */
import type {
  BenchmarkReport,
  Configuration,
  ConfigurationResult,
  MeasuredRun,
} from '../../../libs/benchmark/src/api.js';

export const usual: Configuration = { workers: 1, concurrency: 1, capturePath: 'surface', encoderThreads: 2 };

export function measuredRun(elapsedMs: number, changed: Partial<MeasuredRun> = {}): MeasuredRun {
  return {
    elapsedMs,
    captureMs: elapsedMs / 2,
    fileSize: 2048,
    peakBytes: 300 * 1024 ** 2,
    cpuSeconds: { page: 1, capture: 0.5, encoder: 2, node: 0.5 },
    othersShare: 0,
    ...changed,
  };
}

/** A configuration that took the given times, milliseconds. */
export function result(changed: Partial<Configuration>, times: readonly number[], hash = 'a'): ConfigurationResult {
  return {
    configuration: { ...usual, ...changed },
    runs: times.map((time) => measuredRun(time)),
    failures: [],
    frameHash: times.length === 0 ? null : hash,
  };
}

export function failed(changed: Partial<Configuration>, message = 'BROWSER_CRASHED: it ended'): ConfigurationResult {
  return { ...result(changed, []), failures: [message] };
}

export function report(changed: Partial<BenchmarkReport> = {}): BenchmarkReport {
  const one = result({}, [2000, 2200, 2100]);
  const two = result({ workers: 2 }, [3000, 3100, 3050]);
  return {
    host: { cpus: 4, memoryMb: 8192, hardwareEncoders: [] },
    piece: {
      compositionId: 'slides',
      builtIn: false,
      width: 1280,
      height: 720,
      fps: { num: 30, den: 1 },
      format: 'mp4',
      frames: 120,
      totalFrames: 300,
    },
    results: [one, two],
    skipped: [],
    frames: { same: true, outliers: [], differences: [] },
    limit: { part: 'encoder', text: 'the encoder: 20.0 of 40.0 ms', cpuMsPerFrame: null, busyShare: null },
    recommendation: { workers: 1, batchConcurrency: 2, maxConcurrentRenders: 2, reason: '1 worker: 2 took longer' },
    winner: one,
    unfinished: null,
    findings: ['Hardware encoders: none works on this machine.'],
    ...changed,
  };
}
