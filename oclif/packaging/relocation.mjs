/** What our modules look for relative to themselves, when they lie in a bundle instead. */
import { dirname, relative } from 'node:path';
import { packageDir, placeInPackage, resolveLibraryFile } from './rooms.mjs';

/** Stands for the way from an output file to the package's directory until both are known. */
const PACKAGE = '__FRAMEFARM_PACKAGE__';

/** `import.meta.resolve` and `require.resolve` of a library's file, and where a module lies. */
const PLACES =
  /\bimport\.meta\.resolve\(\s*(['"])(?<asUrl>@framefarm\/[^'"]+)\1\s*\)|\brequire\.resolve\(\s*(['"])(?<asPath>@framefarm\/[^'"]+)\3\s*\)|\bimport\.meta\.(?<own>url|dirname|filename)\b/g;

/**
 * A decorated class as the compiler writes it, `let Renders = class Renders {`. The bundler would number the inner name, and
 * the document of the HTTP API is made of the names of classes; without it the class is called as its variable.
 */
const DECORATED = /^(?<start>let (?<name>\w+) = (?:\w+ = )?class) \k<name>\b/gm;

/** The text of a module with its place in the package instead of its own, and without names of libraries. */
export function relocated(source, place) {
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

/** The text of an output file with the way from it to the package's directory. */
export function settled(text, output) {
  return text.replaceAll(PACKAGE, relative(dirname(output), packageDir));
}

function libraryFile(specifier) {
  return placeInPackage(resolveLibraryFile(specifier));
}
