/** Bundles the page runtime into the one classic script that the origin serves and the browser side injects. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import wabt from 'wabt';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A conversion of pictures by the surface's worker, assembled, in base64 as a literal. */
async function pictureModule(name) {
  const file = here(`./src/surface/${name}`);
  const { parseWat } = await wabt();
  const module = parseWat(file, await readFile(file, 'utf8'), { simd: true });
  module.validate();
  return JSON.stringify(Buffer.from(module.toBinary({}).buffer).toString('base64'));
}

const script = async (entry, define) => {
  const { outputFiles } = await build({
    define,
    entryPoints: [here(entry)],
    write: false,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'chrome140',
    conditions: ['framefarm-source'],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
};

/**
 * The text of the runtime, made from its sources.
 * @returns {Promise<string>}
 */
export async function bundleRuntime() {
  const worker = await script('./src/surface/surface-worker.ts', {
    __YUV_MODULE__: await pictureModule('yuv.wat'),
    __STRAIGHT_MODULE__: await pictureModule('straight.wat'),
  });
  return script('./src/runtime.ts', { __SURFACE_WORKER__: JSON.stringify(worker) });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(here('./dist'), { recursive: true });
  await writeFile(here('./dist/runtime.bundle.js'), await bundleRuntime());
}
