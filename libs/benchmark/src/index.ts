/** The benchmark: which settings suit this machine and this composition, by measurement (cli 10). */
export type * from './api.js';
export { configurationName } from './plan/candidates.js';
export { runBenchmark } from './run-benchmark.js';
export { elapsed, peakBytes, summarise, throughput } from './verdict/statistics.js';
