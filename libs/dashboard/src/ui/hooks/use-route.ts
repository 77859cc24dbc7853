/** Where in the dashboard one is: the fragment of the URL, so that a reload stays there. */
import { useEffect, useState } from 'preact/hooks';

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
  useEffect(() => {
    const onChange = (): void => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return route;
}
