/** URLs as authors write them and the project files they mean (reference: composition-format 6, asset URLs of a child). */
import type { ProjectReader } from './project-reader.js';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** `{{x}}`, `${x}` and `<%x%>`: a name that some template engine was to fill in. */
const TEMPLATE_TOKEN = /\{\{|\$\{|<%/;

export const holdsTemplateToken = (text: string): boolean => TEMPLATE_TOKEN.test(text);

/** True for a URL that names a file of the project: no scheme, no host, no bare fragment, no template token. */
export function isProjectUrl(url: string): boolean {
  return url !== '' && !url.startsWith('#') && !url.startsWith('//') && !SCHEME.test(url) && !holdsTemplateToken(url);
}

/** Directory of a project file, without a slash at the end; empty for the project root. */
export function directoryOf(file: string): string {
  const slash = file.lastIndexOf('/');
  return slash < 0 ? '' : file.slice(0, slash);
}

/** Last segment of a path without its extension; the path itself where it ends in a slash. */
export function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return (dot > 0 ? name.slice(0, dot) : name) || path;
}

/** Joins and resolves `.` and `..`; `..` never climbs above the project root. */
export function joinClamped(directory: string, path: string): string {
  const segments: string[] = [];
  for (const segment of `${directory}/${path.replaceAll('\\', '/')}`.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/** True when resolving `..` from the project root would leave it at some point, or the path names a drive or a host. */
export function leavesProject(path: string): boolean {
  let depth = 0;
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    if (segment === '..') depth -= 1;
    else if (segment !== '' && segment !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return path.startsWith('/') || path.startsWith('\\') || SCHEME.test(path) || path.includes('\0');
}

function split(url: string): { readonly path: string; readonly suffix: string } {
  const end = url.search(/[?#]/);
  return end < 0 ? { path: url, suffix: '' } : { path: url.slice(0, end), suffix: url.slice(end) };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // A stray percent sign is part of the name.
  }
}

const encodeDirectory = (directory: string): string => directory.split('/').map(encodeURIComponent).join('/');

/**
 * The project file a root-relative or root-absolute URL means, percent-decoded, without query and fragment.
 * Null for remote, `data:` and `blob:` URLs, bare fragments and names that hold a template token.
 */
export function projectPathOf(url: string): string | null {
  const trimmed = url.trim();
  return isProjectUrl(trimmed) ? joinClamped('', decode(split(trimmed).path)) : null;
}

/** The form in which assets are listed: root-relative, or absolute; null for what no file or host stands behind. */
export function assetUrl(url: string): string | null {
  const trimmed = url.trim();
  if (trimmed.startsWith('//')) return `https:${trimmed}`;
  if (/^https?:/i.test(trimmed)) return trimmed;
  if (!isProjectUrl(trimmed)) return null;
  const { path, suffix } = split(trimmed);
  return path === '' ? null : joinClamped('', path) + suffix;
}

/** Rewrites URLs of a file so that they resolve against the project root. Remembers what exists. */
export class UrlSpace {
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(private readonly project: ProjectReader) {}

  exists(path: string): Promise<boolean> {
    let answer = this.#known.get(path);
    if (answer === undefined) {
      answer = this.project.exists(path);
      this.#known.set(path, answer);
    }
    return answer;
  }

  /**
   * A file next to the one that names it wins, else the project root (composition-format 6). URLs that name no project
   * file are returned as they are, and so is every URL of a file in the project root.
   */
  async rebase(url: string, directory: string): Promise<string> {
    const trimmed = url.trim();
    if (!isProjectUrl(trimmed)) return url;
    const { path, suffix } = split(trimmed);
    if (path === '') return url;
    if (path.startsWith('/')) return joinClamped('', path) + suffix;
    if (directory === '') return leavesProject(path) ? joinClamped('', path) + suffix : url;
    const beside = joinClamped(directory, decode(path));
    const found = await this.exists(beside);
    return (found ? joinClamped(encodeDirectory(directory), path) : joinClamped('', path)) + suffix;
  }
}
