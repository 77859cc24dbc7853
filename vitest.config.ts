import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import LongestFirst from './scripts/tests/longest-first.ts';

/**
 * Unit tests run from sources (the `framefarm-source` export condition) and find packages as Node does; end-to-end tests
 * run the compiled command line. `import` holds by itself where it applies: named here, it would reach require() as well.
 */
const conditions = ['framefarm-source', 'node', 'default'];
const exclude = ['**/node_modules/**', '**/dist/**'];

/** What starts browsers, FFmpeg and farms. Two cores are kept busy by five files, as each waits for processes and deadlines more than half of its time. */
const AT_ONCE = 5;

/**
 * Files follow each other in one process, and what they load is loaded once: to start one and to load NestJS or the parts of a render
 * takes longer than many tests. Vitest keeps a process only for a file of the same project, so that all kinds of them are one project.
 * `isolate`: each has its own.
 */
const engines = (
  name: string,
  include: readonly string[],
  { not = [], isolate = false }: { not?: readonly string[]; isolate?: boolean } = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: [...include],
    exclude: [...exclude, ...not],
    setupFiles: ['test/setup.ts'],
    isolate,
    maxWorkers: AT_ONCE,
    sequence: { groupOrder: 1 },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

const all = (folder: string): readonly string[] => [`test/${folder}/**/*.test.ts`];

/**
 * Tests of engines that each have a process of their own: one replaces a module for what it loads after, the other has temporary
 * files elsewhere.
 */
const ALONE_WITH_ENGINES = ['test/farm/step-cleanup.test.ts', 'test/e2e/cli/container-mode.test.ts'];

/** A module that another file of the process has loaded is not replaced any more. */
const REPLACE_MODULES = globSync('test/unit/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('),
);

/**
 * Unit tests that each have a process of their own: those that replace modules or what handles signals, those that count the children
 * of their process, and those of modules that remember what was done with them. The others share a process file after file: to start
 * one and to load the same modules anew took longer than the tests themselves. A clock that is put in the place of the real one goes
 * with its test.
 */
const ALONE = [
  ...REPLACE_MODULES,
  'test/unit/process/{groups,guardian,memory-peak,run}.test.ts',
  'test/unit/batch/scheduler.test.ts',
  'test/unit/cli/doctor.test.ts',
  'test/unit/cli/farm-mode.test.ts',
  'test/unit/cli/farm-watch.test.ts',
  'test/unit/cli/interruption.test.ts',
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
    // What is asked for again and again may take its time: a second, vitest's own, is not much on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // Groups run one after the other; the projects of one group share its workers.
    projects: [
      unit('unit', all('unit'), [...exclude, ...ALONE], false),
      unit('unit-alone', ALONE, exclude, true),
      engines('engines', ['media', 'browser', 'farm', 'e2e'].flatMap(all), { not: ALONE_WITH_ENGINES }),
      engines('engines-alone', ALONE_WITH_ENGINES, { isolate: true }),
      {
        extends: true,
        test: {
          // On a container engine and with images built from this source: run only where one answers (scripts/tests/run-tests.mjs).
          name: 'container',
          include: ['test/container/**/*.test.ts'],
          exclude,
          globalSetup: ['test/support/containers/container-images.ts'],
          setupFiles: ['test/setup.ts', 'test/support/machine/disk-files.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
