/** Our compiled code, and of npm's what a render or a part of a farm loads in many small files, in few: each file costs at start-up. */
import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { doesWithout, isBundled, namesItsPlace, packageOf, READ_BY_US } from './bundled.mjs';
import { withCommonJs } from './commonjs.mjs';
import { unansweredImports } from './dependencies.mjs';
import { licenceNotice, packagesOf } from './licences.mjs';
import { relocated, settled } from './relocation.mjs';
import {
  bundleDir,
  carriedRooms,
  packageDir,
  placeInPackage,
  programFiles,
  readManifest,
  resolveLibraryFile,
} from './rooms.mjs';

/** Licences of what travels in the bundle. */
const LICENCES = join(bundleDir, 'THIRD-PARTY-LICENSES.txt');

/**
 * Writes `bundle/`: the command line, each command, the library and the programs of libraries as entries, shared code in
 * chunks, and the licences of packages from npm that travel in them. Other packages stay imports.
 * @throws Error naming an import that an installed package could not answer, or a package that must not travel in a bundle.
 */
export async function bundleCode(manifest) {
  const dist = join(packageDir, 'dist');
  const entries = ['index.js', 'library/index.js', ...globSync('commands/**/*.js', { cwd: dist })].map((entry) => ({
    in: join(dist, entry),
    out: entry.replace(/\.js$/, ''),
  }));
  const programs = carriedRooms()
    .flatMap(programFiles)
    .map((file) => ({
      in: file,
      out: relative(bundleDir, join(packageDir, placeInPackage(file))).replace(/\.js$/, ''),
    }));
  const { outputFiles, metafile } = await build({
    entryPoints: [...entries, ...programs],
    outdir: bundleDir,
    absWorkingDir: packageDir,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node22.17',
    charset: 'utf8',
    // Packages are found as Node.js finds them, not by the conditions of bundlers.
    conditions: [],
    define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
    write: false,
    metafile: true,
    logLevel: 'warning',
    plugins: [rooms, npm(manifest)],
  });
  const inputs = Object.entries(metafile.inputs).map(([file, { imports }]) => ({
    file: join(packageDir, file),
    imports,
  }));
  const imported = inputs
    .filter(({ file }) => packageOf(file) === null)
    .flatMap(({ imports }) => imports)
    .filter((one) => one.external)
    .map((one) => one.path);
  const unanswered = unansweredImports(manifest, imported);
  if (unanswered.length > 0) throw new Error(`oclif/package.json does not depend on ${unanswered.join(', ')}`);

  for (const { path, text } of outputFiles) {
    const code = settled(withCommonJs(text), path);
    const lost = /(['"`])@framefarm\/[^'"`\s]+\1/.exec(code);
    if (lost !== null) throw new Error(`${relative(packageDir, path)} still names ${lost[0]}, which is not published`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, code);
  }
  await writeFile(LICENCES, licenceNotice(packagesOf(inputs.map(({ file }) => file))));
}

/**
 * Tells each module of ours that it lies where `placeInPackage` says: what it looks for relative to itself, its data or a
 * package from npm, is found from there.
 */
const rooms = {
  name: 'rooms',
  setup(builder) {
    builder.onResolve({ filter: /^@framefarm\// }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: resolveLibraryFile(path) },
    );
    builder.onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (packageOf(path) !== null) return undefined;
      const place = placeInPackage(path);
      if (place === null) throw new Error(`${path} belongs to no room of the workspace`);
      return { contents: relocated(readFileSync(path, 'utf8'), place), loader: 'js' };
    });
  },
};

/** Marks a question of our own, which the bundler answers. */
const LOOKED_FOR = Symbol('looked for');

/** Keeps packages from npm outside, but for those that travel in the bundle; these are taken as they are. */
const npm = (manifest) => ({
  name: 'npm',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === LOOKED_FOR) return undefined;
      const from = packageOf(importer);
      const by = from === null ? null : readManifest(from.directory);
      if (!isBundled(path, by, manifest)) return { path, external: true };
      if (by === null || !doesWithout(path, by)) return undefined;
      const found = await builder.resolve(path, { kind, importer, resolveDir, pluginData: LOOKED_FOR });
      return found.errors.length === 0 ? found : { path, external: true };
    });
    builder.onLoad({ filter: /\.[cm]?js$/ }, ({ path }) => {
      const { file } = packageOf(path);
      if (!READ_BY_US.has(file) && namesItsPlace(readFileSync(path, 'utf8')))
        return {
          errors: [{ text: `${file} may depend on its place: read it, then name it in packaging/bundled.mjs` }],
        };
      return undefined;
    });
  },
});
