/** Which packages from npm travel in the bundle, and which stay imports that npm's installation answers. */
import { isBuiltin } from 'node:module';

/**
 * Packages of which our code loads so many small files at the start of a local render that finding, reading and compiling
 * them is felt. What they depend on follows. All others stay packages: those that hold state or identity together with
 * other packages (NestJS, class-validator, ioredis), programs and fonts, and what no local render loads.
 */
export const BUNDLED = new Map([
  ['@oclif/core', 'each command; some 160 files with what it depends on'],
  ['acorn', 'reading scripts of a composition'],
  ['mrmime', 'serving files of a composition'],
  ['parse5', 'reading a composition; 19 files'],
  ['postcss', 'reading style sheets; 43 files'],
  ['postcss-safe-parser', 'reading style sheets; made of files of postcss'],
  ['postcss-selector-parser', 'reading style sheets; 34 files'],
  ['puppeteer-core', "the browser's connection; 14 files of a package of hundreds"],
  ['semver', 'versions of packages that a composition names; 48 files'],
  ['send', 'serving files of a composition; 17 packages'],
]);

/**
 * Files of bundled packages that name their own place or load by a name they make up. Each was read: none needs to lie where its
 * package had it. Another one stops the packing.
 */
export const READ_BY_US = new Map([
  ['@oclif/core/lib/cache.js', 'its version, where package.json cannot be imported; it can'],
  ['@oclif/core/lib/command.js', 'default of a configuration that we give'],
  ['@oclif/core/lib/config/config.js', 'default of a configuration that we give'],
  ['@oclif/core/lib/config/ts-path.js', 'plugins in TypeScript, which we have none of'],
  [
    '@oclif/core/lib/index.js',
    "its own demand on Node's version, which ours is above; without package.json it asks nothing",
  ],
  ['@oclif/core/lib/main.js', 'default of a configuration that we give'],
  ['@oclif/core/lib/module-loader.js', 'commands, by their absolute paths'],
  ['@oclif/core/lib/util/find-root.js', 'plugins, from the directory that we give'],
  ['@oclif/core/lib/util/read-tsconfig.js', 'plugins in TypeScript, which we have none of'],
  ['ejs/lib/cjs/ejs.js', 'a name in the text of a compiled template'],
  ['fdir/dist/index.cjs', 'whether picomatch is there; it does without'],
  ['lilconfig/src/index.js', 'configuration files, by their absolute paths'],
]);

/** The package that a specifier names: `@oclif/core` for `@oclif/core/run`. */
export function packageName(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Where the package lies that a file belongs to, and the file's name in it, such as `ms/index.js`; null for files of ours. */
export function packageOf(file) {
  const [directory, name] = /^.*\bnode_modules\/(@[^/]+\/[^/]+|[^/]+)(?=\/)/.exec(file) ?? [];
  return directory === undefined ? null : { directory, file: `${name}${file.slice(directory.length)}` };
}

/**
 * Whether an import is answered in the bundle. `importer` is the manifest of the bundled package that imports, null for our own code; `manifest`
 * is that of the published package.
 * Out of a bundled package the packages follow that it depends on or that it takes beside itself, but for
 * those that our code imports from outside: two copies of one would not know each other. What it does not name, such as a compiler, is looked
 * for when it is asked for.
 */
export function isBundled(specifier, importer, manifest) {
  if (isBuiltin(specifier)) return false;
  const name = packageName(specifier);
  if (BUNDLED.has(name)) return true;
  if (importer === null || manifest.dependencies?.[name] !== undefined) return false;
  const { dependencies, peerDependencies, peerDependenciesMeta } = importer;
  const named = { ...dependencies, ...peerDependencies, ...peerDependenciesMeta };
  return specifier.startsWith('#') || name === importer.name || named[name] !== undefined;
}

/** Whether the text of a module may depend on where the module lies. */
export function namesItsPlace(text) {
  return /\b__(?:dir|file)name\b|\bimport\.meta\.\w|\brequire\.(?:resolve|main)\b|\b(?:require|import)\(\s*[^'"\s)]/.test(
    text,
  );
}
