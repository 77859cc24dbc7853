import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Unit tests run from sources (the `framefarm-source` export condition); end-to-end tests run the compiled command line. */
const conditions = ['framefarm-source', 'node', 'import', 'module', 'default'];
const exclude = ['**/node_modules/**', '**/dist/**'];

/** Tests that start browsers and FFmpeg: one file at a time, for they measure themselves against deadlines. */
const outside = (name: string, timeoutMs: number): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    exclude,
    setupFiles: ['test/setup.ts'],
    fileParallelism: false,
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
  },
});

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], exclude, setupFiles: ['test/setup.ts'] },
      },
      outside('media', 60_000),
      outside('browser', 60_000),
      outside('e2e', 120_000),
    ],
  },
});
