/** Our compiled code in few files: each import costs at start-up, and the libraries are not published. */
import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { unansweredImports } from './dependencies.mjs';
import { bundleDir, carriedRooms, packageDir, placeInPackage, programFiles, resolveLibraryFile } from './rooms.mjs';

/** Stands for the way from an output file to the package's directory until both are known. */
const PACKAGE = '__FRAMEFARM_PACKAGE__';

/**
 * Writes `bundle/`: the command line, each command, the library and the programs of libraries as entries, shared code in
 * chunks. Packages from npm stay imports.
 * @throws Error naming an import that an installed package could not answer.
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
    write: false,
    metafile: true,
    logLevel: 'warning',
    plugins: [rooms],
  });
  const imported = Object.values(metafile.inputs)
    .flatMap((input) => input.imports)
    .filter((one) => one.external)
    .map((one) => one.path);
  const unanswered = unansweredImports(manifest, imported);
  if (unanswered.length > 0) throw new Error(`oclif/package.json does not depend on ${unanswered.join(', ')}`);

  for (const { path, text } of outputFiles) {
    const code = text.replaceAll(PACKAGE, relative(dirname(path), packageDir));
    const lost = /(['"`])@framefarm\/[^'"`\s]+\1/.exec(code);
    if (lost !== null) throw new Error(`${relative(packageDir, path)} still names ${lost[0]}, which is not published`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, code);
  }
}

/**
 * Keeps packages from npm outside, and tells each module that it lies where `placeInPackage` says: what it looks for
 * relative to itself, its data or a package from npm, is found from there.
 */
const rooms = {
  name: 'rooms',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      return path.startsWith('@framefarm/') ? { path: resolveLibraryFile(path) } : { path, external: true };
    });
    builder.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const place = placeInPackage(path);
      if (place === null) throw new Error(`${path} belongs to no room of the workspace`);
      return { contents: relocated(readFileSync(path, 'utf8'), place), loader: 'js' };
    });
  },
};

/** `import.meta.resolve` and `require.resolve` of a library's file, and where a module lies. */
const PLACES =
  /\bimport\.meta\.resolve\(\s*(['"])(?<asUrl>@framefarm\/[^'"]+)\1\s*\)|\brequire\.resolve\(\s*(['"])(?<asPath>@framefarm\/[^'"]+)\3\s*\)|\bimport\.meta\.(?<own>url|dirname|filename)\b/g;

/**
 * A decorated class as the compiler writes it, `let Renders = class Renders {`. The bundler would number the inner name, and
 * the document of the HTTP API is made of the names of classes; without it the class is called as its variable.
 */
const DECORATED = /^(?<start>let (?<name>\w+) = (?:\w+ = )?class) \k<name>\b/gm;

/** The text of a module with its place in the package instead of its own, and without names of libraries. */
function relocated(source, place) {
  const text = source.replace(DECORATED, '$<start>');
  const url = (file) => `new URL(${JSON.stringify(`${PACKAGE}/${file}`)}, import.meta.url)`;
  const path = (file) => `__pathOfUrl(${url(file)})`;
  const own = { url: () => `${url(place)}.href`, filename: () => path(place), dirname: () => path(dirname(place)) };
  const moved = text.replace(PLACES, (...match) => {
    const groups = match.at(-1);
    if (groups.asUrl !== undefined) return `${url(libraryFile(groups.asUrl))}.href`;
    if (groups.asPath !== undefined) return path(libraryFile(groups.asPath));
    return own[groups.own]();
  });
  return moved.includes('__pathOfUrl(') ? `import { fileURLToPath as __pathOfUrl } from 'node:url';\n${moved}` : moved;
}

function libraryFile(specifier) {
  return placeInPackage(resolveLibraryFile(specifier));
}
