/** Which methods a path takes, for 405 and its `Allow` (http-api 4.3). */

export interface KnownRoute {
  readonly method: string;
  /** With `:name` for one segment and `*` for the rest. */
  readonly path: string;
}

/** Where other origins are let in, their preflights are answered on every path, also where there is nothing. */
const EVERY_PATH = '*';

/** Methods of the routes that fit `path`, in order of the alphabet; empty when none is about this path. */
export function allowedMethods(routes: readonly KnownRoute[], path: string): readonly string[] {
  const fitting = routes.filter((route) => pattern(route.path).test(path));
  if (fitting.every((route) => route.path === EVERY_PATH)) return [];
  return [...new Set(fitting.map((route) => route.method))].sort();
}

function pattern(path: string): RegExp {
  const parts = path.split('/').map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}
