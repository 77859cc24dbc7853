/** Libraries and applications are no packages of their own: what they need from npm, the package has to name. */
import { isBuiltin } from 'node:module';
import { BUNDLED, packageName } from './bundled.mjs';

/**
 * What is wrong with the dependencies of the package, one sentence each: all that the rooms it carries depend on must be
 * named there, in the same version; in `devDependencies` what travels in the bundle, as nobody else needs it.
 */
export function dependencyFaults(manifest, rooms) {
  const { dependencies = {}, devDependencies = {} } = manifest;
  const faults = [];
  for (const room of rooms) {
    for (const [name, version] of Object.entries(room.manifest.dependencies ?? {})) {
      if (name.startsWith('@framefarm/')) continue;
      const named = BUNDLED.has(name) ? devDependencies[name] : dependencies[name];
      if (named === version) continue;
      const state = named === undefined ? 'does not name it' : `names ${named}`;
      faults.push(`${room.room} depends on ${name} ${version}; oclif/package.json ${state}`);
    }
  }
  for (const name of Object.keys(dependencies)) {
    const reason = name.startsWith('@framefarm/') ? 'is not published' : BUNDLED.has(name) ? 'is in the bundle' : null;
    if (reason !== null) faults.push(`${name} ${reason}; oclif/package.json must name it in devDependencies`);
  }
  return faults;
}

/** Imports of the bundle that neither Node nor the package's dependencies answer. */
export function unansweredImports(manifest, specifiers) {
  const named = { ...manifest.dependencies, ...manifest.optionalDependencies };
  return [...new Set(specifiers)].filter(
    (specifier) => !isBuiltin(specifier) && named[packageName(specifier)] === undefined,
  );
}
