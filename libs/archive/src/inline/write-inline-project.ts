/** Files that came inside a request become a project (reference: http-api 1.1 and 3.1). */
import { FramefarmError } from '@framefarm/contract';
import { ARCHIVE_LIMITS } from '../limits.js';
import type { ProjectListing } from '../listing/composition-id.js';
import { rejectedArchive, rejectedEntry } from '../rejected.js';
import { Budget } from '../unpack/budget.js';
import { newDirectory } from '../unpack/new-directory.js';
import { ProjectWriter } from '../unpack/project-writer.js';
import type { UnpackOptions } from '../unpack/unpack-project.js';

/** The content of one file: text, or bytes in base64. */
export type InlineContent = string | { readonly text: string } | { readonly base64: string };

export interface InlineOptions extends UnpackOptions {
  /** JSON pointer to what named a file; of all files without a name. */
  readonly pointerOf?: (name?: string) => string;
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Writes `files` (project path → content; `{ 'index.html': html }` for a single document) into the directory `target`,
 * under the rules and limits of an archive. `target` must not exist and appears only when it is complete. Throws
 * VALIDATION_FAILED with the name of the bad file and its place in the request.
 */
export async function writeInlineProject(
  files: Readonly<Record<string, InlineContent>>,
  target: string,
  options: InlineOptions = {},
): Promise<ProjectListing> {
  const budget = new Budget({ ...ARCHIVE_LIMITS, ...options.limits }, Number.POSITIVE_INFINITY);
  const signal = options.signal ?? new AbortController().signal;
  const pointerOf = options.pointerOf ?? pointerBelow('/files');
  let at: string | undefined;
  try {
    return await newDirectory(target, async (directory) => {
      const writer = new ProjectWriter(directory, budget, signal);
      for (const [name, content] of Object.entries(files)) {
        at = name;
        const { path, folder } = writer.admit(name);
        if (folder) throw rejectedEntry(name, 'it names a folder');
        await writer.file(path, [bytesOf(name, content)]);
      }
      at = undefined;
      const listing = writer.listing();
      if (listing.files.length === 0) throw rejectedArchive('There is no file.');
      return listing;
    });
  } catch (error) {
    if (error instanceof FramefarmError && error.code === 'ARCHIVE_REJECTED') throw invalid(error, pointerOf(at));
    throw error;
  }
}

function bytesOf(name: string, content: InlineContent): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  if ('text' in content) return Buffer.from(content.text);
  if (!BASE64.test(content.base64) || content.base64.length % 4 !== 0)
    throw rejectedEntry(name, 'its content is not base64');
  return Buffer.from(content.base64, 'base64');
}

/** A name of more characters is told in its message, cut short; a pointer to it would be as long as the request. */
const LONGEST_NAME = 1_024;

/** Pointers to the members of the object at `above` (RFC 6901), or to itself. */
export const pointerBelow =
  (above: string) =>
  (name?: string): string =>
    name === undefined || name.length > LONGEST_NAME
      ? above
      : `${above}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The same refusal in the words of a request. */
function invalid(error: FramefarmError, field: string): FramefarmError {
  return new FramefarmError('VALIDATION_FAILED', error.message, {
    issues: [{ field, code: 'file_rejected', message: error.message }],
    hint: 'Correct the file named above.',
    details: error.details,
    cause: error,
  });
}
