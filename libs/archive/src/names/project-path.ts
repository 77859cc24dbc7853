/** One function turns every name from outside into a path inside a project (reference: security 4). Pure. */
import type { ArchiveLimits } from '../limits.js';

export type ProjectPath =
  | {
      readonly ok: true;
      /** Unicode NFC, `/` between names; empty for the project itself (`./`). */
      readonly path: string;
      /** The name ends with a slash, as names of folders do. */
      readonly folder: boolean;
    }
  | { readonly ok: false; readonly reason: string };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a name as it stands in an archive or a request. A leading `./` is dropped; anything else that is not a plain
 * relative path is refused: absolute paths, `..`, empty names, backslashes, drive letters, control characters, names that
 * end with a dot or a space, invalid Unicode, and what is longer or deeper than `limits` allow.
 */
export function projectPath(name: string | Uint8Array, limits: ArchiveLimits): ProjectPath {
  const text = decode(name);
  if (text === null) return refuse('its name is not valid UTF-8');
  const relative = text.replace(/^(\.\/)+/, '');
  if (relative === '' || relative === '.') {
    return text === '' ? refuse('its name is empty') : { ok: true, path: '', folder: true };
  }
  const folder = relative.endsWith('/');
  const path = folder ? relative.slice(0, -1) : relative;
  if (path === '' || path.startsWith('/')) return refuse('its path is absolute');
  const segments = path.split('/');
  for (const segment of segments) {
    const fault = segmentFault(segment, limits);
    if (fault !== null) return refuse(fault);
  }
  if (segments.length > limits.levels) {
    return refuse(`it lies ${segments.length} levels deep; ${limits.levels} are allowed`);
  }
  const bytes = Buffer.byteLength(path);
  if (bytes > limits.pathBytes) return refuse(`its path has ${bytes} bytes; ${limits.pathBytes} are allowed`);
  return { ok: true, path, folder };
}

function decode(name: string | Uint8Array): string | null {
  if (typeof name === 'string') return name.isWellFormed() ? name.normalize('NFC') : null;
  try {
    return utf8.decode(name).normalize('NFC');
  } catch {
    return null;
  }
}

function segmentFault(segment: string, limits: ArchiveLimits): string | null {
  if (segment === '') return 'a name in its path is empty';
  if (segment === '..') return 'its path leaves the project';
  if (/\p{Cc}/u.test(segment)) return 'its name holds a control character';
  if (segment.includes('\\')) return 'its name holds a backslash';
  if (/^[a-z]:/i.test(segment)) return 'its name begins with a drive letter';
  if (/[. ]$/.test(segment)) return 'a name in its path ends with a dot or a space';
  const bytes = Buffer.byteLength(segment);
  if (bytes > limits.nameBytes) return `its name has ${bytes} bytes; ${limits.nameBytes} are allowed`;
  return null;
}

function refuse(reason: string): ProjectPath {
  return { ok: false, reason };
}
