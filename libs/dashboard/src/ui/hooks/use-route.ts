/** Where in the dashboard one is: the fragment of the URL, so that a reload stays there. */
import { useLayoutEffect, useState } from 'preact/hooks';

export interface Route {
  readonly view: 'renders' | 'batches' | 'workers';
  readonly id: string | null;
}

export function parseRoute(fragment: string): Route {
  const [view = '', id = ''] = fragment.replace(/^#\/?/, '').split('/');
  const known = view === 'batches' || view === 'workers' ? view : 'renders';
  return { view: known, id: /^[\w-]+$/.test(id) ? id : null };
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  // Before the browser gets to do anything else: an effect after painting would miss a change that comes at once.
  useLayoutEffect(() => {
    const onChange = (): void => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return route;
}
