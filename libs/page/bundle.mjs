/** Bundles the page runtime into the one classic script that the origin serves and the browser side injects. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import wabt from 'wabt';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** In place of globals in what runs beside scripts of an author. */
const KEPT_GLOBALS = here('./src/natives/kept-globals.ts');

/** In `surface/workers/`. */
const PICTURE_PARTS = ['straight.wat', 'yuv.wat', 'yuva.wat'];

/**
 * A module of these files, assembled: it exports its memory and what its parts export.
 * @param {string[]} names
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function assemble(names) {
  const { parseWat } = await wabt();
  const parts = await Promise.all(names.map((name) => readFile(here(`./src/${name}`), 'utf8')));
  const module = parseWat('module.wat', `(module (memory (export "memory") 1)\n${parts.join('\n')})`, { simd: true });
  module.validate();
  return new Uint8Array(module.toBinary({}).buffer);
}

/** The module with which the surface's writing worker converts its pictures. */
export const pictureModule = () => assemble(PICTURE_PARTS.map((name) => `surface/workers/${name}`));

/** The module with which a tap's worker converts its pictures. */
export const rematrixModule = () => assemble(['tap/rematrix.wat']);

/** The module that makes colours of decoded pictures of a video. */
export const coloursModule = () => assemble(['media/colours.wat']);

/** @param {Uint8Array} bytes */
const textOf = (bytes) => JSON.stringify(Buffer.from(bytes).toString('base64'));

/** @param {string[]} [inject] */
const script = async (entry, define, inject = []) => {
  const { outputFiles } = await build({
    define,
    inject,
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
  const drawing = await script('./src/surface/workers/drawing-worker.ts', {});
  const writing = await script('./src/surface/workers/writing-worker.ts', {
    __PICTURE_MODULE__: textOf(await pictureModule()),
  });
  const tap = await script('./src/tap/tap-worker.ts', { __REMATRIX_MODULE__: textOf(await rematrixModule()) });
  return script(
    './src/runtime.ts',
    {
      __DRAWING_WORKER__: JSON.stringify(drawing),
      __WRITING_WORKER__: JSON.stringify(writing),
      __TAP_WORKER__: JSON.stringify(tap),
      __COLOURS_MODULE__: textOf(await coloursModule()),
    },
    [KEPT_GLOBALS],
  );
}

/**
 * The text of the clock of workers.
 * @returns {Promise<string>}
 */
export const bundleWorkerClock = () => script('./src/worker-clock/clock-worker.ts', {});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(here('./dist'), { recursive: true });
  await writeFile(here('./dist/runtime.bundle.js'), await bundleRuntime());
  await writeFile(here('./dist/worker-clock.bundle.js'), await bundleWorkerClock());
}
