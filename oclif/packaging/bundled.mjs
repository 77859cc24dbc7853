/** Which packages from npm travel in the bundle, and which stay imports that npm's installation answers. */
import { isBuiltin } from 'node:module';

/**
 * Packages of which our code loads so many small files at the start of a render or of a part of a farm that finding, reading and
 * compiling them is felt. What they depend on follows. All others stay packages: those that hold state or identity together with
 * packages that stay outside (class-validator, fastify, OpenTelemetry), programs and fonts, and what takes few files.
 */
export const BUNDLED = new Map([
  ['@nestjs/bullmq', 'a worker; its 35 files'],
  ['@nestjs/common', 'workers and producers; 187 files of a worker'],
  ['@nestjs/core', 'workers and producers; 183 files of a worker'],
  ['@nestjs/platform-fastify', 'producers; knows classes of @nestjs/core by identity'],
  ['@nestjs/swagger', 'producers; knows metadata of @nestjs/common by identity'],
  ['bullmq', 'queues of a farm; 171 files'],
  ['ioredis', 'all of a farm; 45 files'],
  ['prom-client', 'figures of a farm; 32 files'],
  ['reflect-metadata', 'taken by NestJS and by us, to be the same for both'],
  ['rxjs', 'NestJS; 226 files'],
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

/** Packages that stay outside and are not installed: what a bundled package asks for in a part that we do not use, when it is used. */
const LEFT_OUT = new Map([['file-type', "NestJS' look into uploaded files"]]);

/**
 * Files of bundled packages that name their own place or load by a name they make up. Each was read: none needs to lie where its
 * package had it. Another one stops the packing.
 */
export const READ_BY_US = new Map([
  [
    '@nestjs/common/utils/load-package.util.js',
    'packages by name: class-validator, which npm installs beside us; others that we do not use',
  ],
  ['@nestjs/core/helpers/load-adapter.js', 'a server of HTTP where none is given; ours is'],
  ['@nestjs/core/helpers/optional-require.js', 'WebSockets and microservices, which we have none of'],
  [
    '@nestjs/mapped-types/dist/type-helpers.utils.js',
    'class-validator, which npm installs beside us, and class-transformer, which it may lack',
  ],
  ['@nestjs/swagger/dist/swagger-ui/swagger-ui.js', 'files of a page that we do not serve'],
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
  ['bullmq/dist/cjs/classes/child-processor.js', 'processors in files of their own, which we have none of'],
  ['bullmq/dist/cjs/classes/worker.js', 'programs for such processors'],
  ['bullmq/dist/cjs/postgres/sql-scripts.js', 'a word in a comment'],
  ['ejs/lib/cjs/ejs.js', 'a name in the text of a compiled template'],
  ['fdir/dist/index.cjs', 'whether picomatch is there; it does without'],
  ['ioredis/built/Command.js', 'lines of a stack that it leaves out of errors, where a caller asks for long ones'],
  ['lilconfig/src/index.js', 'configuration files, by their absolute paths'],
  ['msgpackr/dist/node.cjs', 'a part in machine code, which it does without'],
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
  if (LEFT_OUT.has(name)) return false;
  if (importer === null || manifest.dependencies?.[name] !== undefined) return false;
  const { dependencies, peerDependencies, peerDependenciesMeta } = importer;
  const named = { ...dependencies, ...peerDependencies, ...peerDependenciesMeta };
  return specifier.startsWith('#') || name === importer.name || named[name] !== undefined;
}

/** Whether a bundled package does without another one that it names: it takes that beside itself where somebody has installed it. */
export function doesWithout(specifier, importer) {
  const name = packageName(specifier);
  const { dependencies, peerDependencies, peerDependenciesMeta } = importer;
  if (dependencies?.[name] !== undefined) return false;
  return { ...peerDependencies, ...peerDependenciesMeta }[name] !== undefined;
}

/** Whether the text of a module may depend on where the module lies. */
export function namesItsPlace(text) {
  return /\b__(?:dir|file)name\b|\bimport\.meta\.\w|\brequire\.(?:resolve|main)\b|\b(?:require|import)\(\s*[^'"\s)]/.test(
    text,
  );
}
