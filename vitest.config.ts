import { defineConfig } from 'vitest/config';

/** Unit tests run from sources (the `framefarm-source` export condition); end-to-end tests run the compiled command line. */
const conditions = ['framefarm-source', 'node', 'import', 'module', 'default'];
const exclude = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], exclude, setupFiles: ['test/setup.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude,
          setupFiles: ['test/setup.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
