/** Where one is in a long list: the cursors of the pages that were gone through. */
import { useState } from 'preact/hooks';

export interface PagePlace {
  /** Query fields of the page that is shown. */
  readonly query: string;
  readonly isFirst: boolean;
  readonly older: (cursor: string) => void;
  readonly newer: () => void;
  readonly restart: () => void;
}

export function usePages(limit: number): PagePlace {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const query = new URLSearchParams({ limit: String(limit), ...(cursor === undefined ? {} : { cursor }) });
  return {
    query: query.toString(),
    isFirst: cursor === undefined,
    older: (next) => setCursors([...cursors, next]),
    newer: () => setCursors(cursors.slice(0, -1)),
    restart: () => setCursors([]),
  };
}
