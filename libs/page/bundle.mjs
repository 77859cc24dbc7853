/** Bundles the page runtime into the one classic script that the origin serves and the browser side injects. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  entryPoints: [here('./src/runtime.ts')],
  outfile: here('./dist/runtime.bundle.js'),
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: 'chrome140',
  conditions: ['framefarm-source'],
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
});
