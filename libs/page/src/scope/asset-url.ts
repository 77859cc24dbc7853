/** Addresses of files beside a composition, for scripts that put them together (`__hyperframes.assetUrl`, as in HyperFrames). */

/**
 * For scripts of a project file: what it names relative to itself, as an address that the page can load. Absolute ones, and those from the
 * project's root, stay as they are. `..` does not climb above the project.
 */
export function assetUrlOf(file: string): (path: string) => string {
  const directory = file.split('/').slice(0, -1).map(encodeURIComponent).join('/');
  const base = `http://project/${directory === '' ? '' : `${directory}/`}`;
  return (path) => {
    const url = new URL(path, base);
    return url.host === 'project' && url.protocol === 'http:' ? url.pathname + url.search + url.hash : path;
  };
}
