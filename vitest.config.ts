import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import LongestFirst from './scripts/tests/longest-first.ts';

/**
 * Unit tests run from sources (the `framefarm-source` export condition) and find packages as Node does; end-to-end tests
 * run the compiled command line. `import` holds by itself where it applies: named here, it would reach require() as well.
 */
const conditions = ['framefarm-source', 'node', 'default'];
const exclude = ['**/node_modules/**', '**/dist/**'];

/**
 * Files that kill, stall, starve or time renders: they hold phases open and watch deadlines, and get more time. A file is one of
 * them by its name.
 */
const disturbed = (folder: string): readonly string[] => [`test/${folder}/**/*{fault,signal,interrupt}*.test.ts`];

/** What starts browsers, FFmpeg and farms. Two cores are kept busy by five files, as each waits for processes and deadlines more than half of its time. */
const AT_ONCE = 5;

const engines = (name: string, include: readonly string[], timeoutMs: number): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: [...include],
    exclude: name.endsWith('faults') ? exclude : [...exclude, ...disturbed(name)],
    setupFiles: ['test/setup.ts'],
    maxWorkers: AT_ONCE,
    sequence: { groupOrder: 1 },
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
  },
});

const all = (folder: string): readonly string[] => [`test/${folder}/**/*.test.ts`];

/**
 * Unit tests that each have a process of their own: those that replace modules, the clock, the environment or what handles signals,
 * and those of modules that remember what was done with them. The others share a process file after file: to start one and to load
 * the same modules anew took longer than the tests themselves.
 */
const ALONE = [
  'test/unit/page/**/*.test.ts',
  'test/unit/process/**/*.test.ts',
  'test/unit/batch/scheduler.test.ts',
  'test/unit/benchmark/report.test.ts',
  'test/unit/browser/frame-turns.test.ts',
  'test/unit/browser/shared-memory.test.ts',
  'test/unit/cli/batch-reporters.test.ts',
  'test/unit/cli/doctor.test.ts',
  'test/unit/cli/farm-mode.test.ts',
  'test/unit/cli/farm-watch.test.ts',
  'test/unit/cli/interruption.test.ts',
  'test/unit/cli/reporters.test.ts',
  'test/unit/farm-client/download.test.ts',
  'test/unit/producer/event-stream.test.ts',
  'test/unit/render/cancellation.test.ts',
  'test/unit/render/first-encoder.test.ts',
  'test/unit/worker/lane-pool.test.ts',
];

const unit = (
  name: string,
  include: readonly string[],
  exclude: readonly string[],
  isolate: boolean,
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: [...include],
    exclude: [...exclude],
    setupFiles: ['test/setup.ts'],
    isolate,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { groupOrder: 0 },
    // Some of them start processes, which a busy machine may keep waiting.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    sequence: { sequencer: LongestFirst },
    // Groups run one after the other; the projects of one group share its workers.
    projects: [
      unit('unit', all('unit'), [...exclude, ...ALONE], false),
      unit('unit-alone', ALONE, exclude, true),
      engines('media', all('media'), 60_000),
      engines('browser', all('browser'), 60_000),
      engines('farm', all('farm'), 120_000),
      engines('e2e', all('e2e'), 120_000),
      engines('faults', disturbed('e2e'), 120_000),
      engines('farm-faults', disturbed('farm'), 120_000),
      {
        extends: true,
        test: {
          // On a container engine and with images built from this source: run only where one answers (scripts/tests/run-tests.mjs).
          name: 'container',
          include: ['test/container/**/*.test.ts'],
          exclude,
          globalSetup: ['test/support/container-images.ts'],
          setupFiles: ['test/setup.ts', 'test/support/disk-files.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
