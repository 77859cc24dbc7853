/** Libraries and applications are no packages of their own: what they need from npm, the package has to name. */
import { isBuiltin } from 'node:module';

/**
 * What is wrong with the dependencies of the package, one sentence each: all that the rooms it carries depend on must be
 * named there, in the same version.
 */
export function dependencyFaults(manifest, rooms) {
  const faults = [];
  for (const room of rooms) {
    for (const [name, version] of Object.entries(room.manifest.dependencies ?? {})) {
      if (name.startsWith('@framefarm/')) continue;
      const named = manifest.dependencies?.[name];
      if (named === version) continue;
      const state = named === undefined ? 'does not name it' : `names ${named}`;
      faults.push(`${room.room} depends on ${name} ${version}; oclif/package.json ${state}`);
    }
  }
  const stray = Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith('@framefarm/'));
  for (const name of stray) faults.push(`${name} is not published; oclif/package.json must name it in devDependencies`);
  return faults;
}

/** Imports of the bundle that neither Node nor the package's dependencies answer. */
export function unansweredImports(manifest, specifiers) {
  const named = { ...manifest.dependencies, ...manifest.optionalDependencies };
  return [...new Set(specifiers)].filter((specifier) => {
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    return !isBuiltin(specifier) && named[name] === undefined;
  });
}
