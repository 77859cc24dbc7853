/** The names of one project, each of which may be there once on every file system (reference: security 4). */
import { pathIdentity } from '@framefarm/contract';

interface Taken {
  readonly path: string;
  readonly folder: boolean;
}

export class NameRegister {
  readonly #taken = new Map<string, Taken>();

  /** Takes a file and the folders above it. Answers why that cannot be, or null. */
  addFile(path: string): string | null {
    return this.#add(path, false);
  }

  /** Takes a folder and those above it; a folder may be named again. Answers why that cannot be, or null. */
  addFolder(path: string): string | null {
    return this.#add(path, true);
  }

  #add(path: string, folder: boolean): string | null {
    const segments = path.split('/');
    let at = '';
    let identity = '';
    for (const [index, segment] of segments.entries()) {
      at = index === 0 ? segment : `${at}/${segment}`;
      identity = `${identity}/${pathIdentity(segment)}`;
      const item: Taken = { path: at, folder: folder || index < segments.length - 1 };
      const taken = this.#taken.get(identity);
      if (taken === undefined) this.#taken.set(identity, item);
      else if (taken.path !== item.path) {
        return `it has the same name as ${JSON.stringify(taken.path)} where letter case and Unicode form do not count`;
      } else if (taken.folder !== item.folder) return `${JSON.stringify(at)} is a file and a folder`;
      else if (!item.folder) return 'it appears twice';
    }
    return null;
  }
}
