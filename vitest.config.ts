import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/**
 * Unit tests run from sources (the `framefarm-source` export condition) and find packages as Node does; end-to-end tests
 * run the compiled command line. `import` holds by itself where it applies: named here, it would reach require() as well.
 */
const conditions = ['framefarm-source', 'node', 'default'];
const exclude = ['**/node_modules/**', '**/dist/**'];

/**
 * Files that kill, stall, starve or time renders: they hold phases open and watch deadlines. A file is one of them by its
 * name. Those of local renders have the machine for themselves; those of a farm mostly wait for leases and locks to run out,
 * so three of them at a time.
 */
const disturbed = (folder: string): readonly string[] => [`test/${folder}/**/*{fault,signal,interrupt}*.test.ts`];

/**
 * Tests that only start browsers and FFmpeg and look at what comes out: three files at a time, because each waits for processes
 * a third of its time.
 */
const together = (name: string, timeoutMs: number, more: readonly string[] = []): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    exclude: [...exclude, ...more],
    setupFiles: ['test/setup.ts'],
    maxWorkers: 3,
    sequence: { groupOrder: 1 },
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
  },
});

const faults = (name: string, folder: string, atOnce: number, groupOrder: number): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: [...disturbed(folder)],
    exclude,
    setupFiles: ['test/setup.ts'],
    maxWorkers: atOnce,
    sequence: { groupOrder },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Groups run one after the other; the projects of one group share its workers.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          exclude,
          setupFiles: ['test/setup.ts'],
          maxWorkers: Math.max(2, availableParallelism() - 1),
          sequence: { groupOrder: 0 },
          // Some of them start processes, which a busy machine may keep waiting.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      together('media', 60_000),
      together('browser', 60_000),
      together('farm', 120_000, disturbed('farm')),
      together('e2e', 120_000, disturbed('e2e')),
      faults('faults', 'e2e', 1, 2),
      faults('farm-faults', 'farm', 3, 3),
      {
        extends: true,
        test: {
          // On a container engine and with images built from this source: run only where one answers (scripts/tests/run-tests.mjs).
          name: 'container',
          include: ['test/container/**/*.test.ts'],
          exclude,
          globalSetup: ['test/support/container-images.ts'],
          setupFiles: ['test/setup.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
