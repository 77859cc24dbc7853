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

/** `shared`: files follow each other in one process, as nothing of one reaches the next; what they load is loaded once. */
const engines = (
  name: string,
  include: readonly string[],
  { timeoutMs, not = [], shared = false }: { timeoutMs: number; not?: readonly string[]; shared?: boolean },
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: [...include],
    exclude: [...exclude, ...not],
    setupFiles: ['test/setup.ts'],
    isolate: !shared,
    maxWorkers: AT_ONCE,
    sequence: { groupOrder: 1 },
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
  },
});

const all = (folder: string): readonly string[] => [`test/${folder}/**/*.test.ts`];

/** End-to-end tests that render with the same FFmpeg (test/support/bundled-ffmpeg.ts), and leave environment and modules as they were. */
const SCENES = [
  'backdrop',
  'capture-paths',
  'cdn-packages',
  'css-and-web-animations',
  'custom-elements',
  'fonts',
  'gsap',
  'hostile-pages',
  'images',
  'inspect',
  'late-looks',
  'late-obstacles',
  'nesting',
  'network',
  'other-animation-sources',
  'page-canvases',
  'partial-render',
  'preview',
  'preview-access',
  'preview-pictures',
  'refused-input',
  'render-length',
  'root',
  'script-errors',
  'snapshot',
  'start-references',
  'surface-ground',
  'timing',
  'variables',
  'video-pictures',
  'waiting-frames',
].map((name) => `test/e2e/${name}.test.ts`);

/** Tests of what producers and workers share, and of producers, in the process of the test: to load NestJS takes longer than many of them. */
const INSIDE = ['core', 'producer', 'storage'].flatMap((part) => all(`farm/${part}`));

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
  'test/unit/storage/hung-directory.test.ts',
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
      engines('media', all('media'), { timeoutMs: 60_000 }),
      engines('browser', all('browser'), { timeoutMs: 60_000, shared: true }),
      engines('farm', all('farm'), { timeoutMs: 120_000, not: [...INSIDE, ...disturbed('farm')] }),
      engines('farm-inside', INSIDE, { timeoutMs: 120_000, not: disturbed('farm'), shared: true }),
      engines('e2e', all('e2e'), { timeoutMs: 120_000, not: [...SCENES, ...disturbed('e2e')] }),
      engines('scenes', SCENES, { timeoutMs: 120_000, shared: true }),
      engines('faults', disturbed('e2e'), { timeoutMs: 120_000 }),
      engines('farm-faults', disturbed('farm'), { timeoutMs: 120_000 }),
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
