/** Files that came inside a request become a project (reference: http-api 1.1 and 3.1). */
import { FramefarmError } from '@framefarm/contract';
import type { ProjectListing } from '../listing/composition-id.js';
import type { UnpackOptions } from '../unpack/unpack-project.js';

/** The content of one file: text, or bytes in base64. */
export type InlineContent = string | { readonly text: string } | { readonly base64: string };

/**
 * Writes `files` (project path → content; `{ 'index.html': html }` for a single document) into the directory `target`,
 * under the rules and limits of an archive. `target` must not exist and appears only when it is complete. Throws
 * VALIDATION_FAILED with the name of the bad file.
 */
export async function writeInlineProject(
  _files: Readonly<Record<string, InlineContent>>,
  target: string,
  _options: UnpackOptions = {},
): Promise<ProjectListing> {
  throw new FramefarmError('INTERNAL_ERROR', `"${target}" cannot be written yet.`);
}
