/** Bundles the page runtime into the one classic script that the origin serves and the browser side injects. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import wabt from 'wabt';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Parts of the module with which the surface's writing worker converts its pictures. */
const PICTURE_PARTS = ['straight.wat', 'yuv.wat', 'yuva.wat'];

/**
 * That module, assembled: it exports its memory and what its parts export.
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function pictureModule() {
  const { parseWat } = await wabt();
  const parts = await Promise.all(PICTURE_PARTS.map((name) => readFile(here(`./src/surface/${name}`), 'utf8')));
  const module = parseWat('pictures.wat', `(module (memory (export "memory") 1)\n${parts.join('\n')})`, { simd: true });
  module.validate();
  return new Uint8Array(module.toBinary({}).buffer);
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
  const drawing = await script('./src/surface/drawing-worker.ts', {});
  const writing = await script('./src/surface/writing-worker.ts', {
    __PICTURE_MODULE__: JSON.stringify(Buffer.from(await pictureModule()).toString('base64')),
  });
  const workers = { __DRAWING_WORKER__: JSON.stringify(drawing), __WRITING_WORKER__: JSON.stringify(writing) };
  return script('./src/runtime.ts', workers);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(here('./dist'), { recursive: true });
  await writeFile(here('./dist/runtime.bundle.js'), await bundleRuntime());
}
