/** Bundles the page runtime into the one classic script that the origin serves and the browser side injects. */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import wabt from 'wabt';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The picture conversion of the surface's worker, assembled. */
async function yuvModule() {
  const file = here('./src/surface/yuv.wat');
  const { parseWat } = await wabt();
  const module = parseWat(file, await readFile(file, 'utf8'), { simd: true });
  module.validate();
  return Buffer.from(module.toBinary({}).buffer).toString('base64');
}

await build({
  define: { __YUV_MODULE__: JSON.stringify(await yuvModule()) },
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
