/** A source becomes a project directory with its listing; what it came from no longer matters after that. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listProject, type ProjectListing, pointerBelow, writeInlineProject } from '@framefarm/archive';
import { absoluteDocument, decodeHtml } from '@framefarm/composition';
import { FramefarmError, shown } from '@framefarm/contract';
import { download } from '@framefarm/origin';
import type { ProducerConfig } from '../config/producer-config.js';
import { INLINE_BODY_BYTES } from '../http/requests/json-body.js';
import { allowedDirectory } from './allowed-directory.js';
import { charsetOf, isHtmlType } from './document-type.js';
import type { SourceDto } from './source-dto.js';

export interface SourceProject {
  readonly directory: string;
  readonly listing: ProjectListing & { readonly sources?: ReadonlyMap<string, string> };
}

/** Time for the document of a `url`, ms. */
const URL_MS = 20_000;

/**
 * Makes the project of any source but an uploaded composition, in the empty directory `scratch` where it needs one.
 * @throws FramefarmError SOURCE_NOT_ALLOWED, URL_NOT_ALLOWED, VALIDATION_FAILED for a bad file name.
 */
export async function projectOfSource(
  source: SourceDto,
  entryFile: string | undefined,
  scratch: string,
  config: Pick<ProducerConfig, 'projectRoots' | 'networkAllow'>,
  left?: AbortSignal,
): Promise<SourceProject> {
  const target = join(scratch, 'project');
  const written = async (
    files: NonNullable<SourceDto['files']>,
    pointerOf: (name?: string) => string,
  ): Promise<SourceProject> => ({
    directory: target,
    listing: await writeInlineProject(files, target, { pointerOf }),
  });
  const single = (text: string): Promise<SourceProject> =>
    written({ [entryFile ?? 'index.html']: text }, () => '/entryFile');
  if (source.html !== undefined) return single(source.html);
  if (source.files !== undefined) return written(source.files, pointerBelow('/source/files'));
  if (source.url !== undefined) {
    return single(await documentOf(source.url, join(scratch, 'document'), config, left));
  }
  const directory = await allowedDirectory(source.projectDir ?? '', config.projectRoots);
  return { directory, listing: await listProject(directory, { outsideLinks: false }) };
}

/** Only origins of the operator's list are asked; the decision is that of every other connection (security 3). */
async function documentOf(
  url: string,
  file: string,
  config: Pick<ProducerConfig, 'networkAllow'>,
  left: AbortSignal | undefined,
): Promise<string> {
  const policy = { offline: false, publicHttps: false, allow: config.networkAllow };
  const limits = { maxBytes: INLINE_BODY_BYTES, attemptTimeoutMs: URL_MS, totalTimeoutMs: URL_MS, attempts: 1 };
  const result = await download(url, file, { accept: 'text/html' }, policy, limits, left);
  if (result.ok) {
    if (!isHtmlType(result.contentType)) throw unusable(`is ${shown(result.contentType)}; it must be text/html`);
    return absoluteDocument(decodeHtml(await readFile(file), charsetOf(result.contentType)).text, result.finalUrl);
  }
  if (result.kind === 'refused') {
    throw new FramefarmError('URL_NOT_ALLOWED', 'The URL of the source is not allowed here.', {
      details: { ...result },
      // Public addresses are not open to it either: what a producer fetches, it fetches for whoever asks.
      hint: 'Send the document as html, or ask the operator to list its origin in FRAMEFARM_NETWORK_ALLOW.',
    });
  }
  throw unusable(`cannot be had (${result.status ?? result.reason})`);
}

function unusable(fault: string): FramefarmError {
  const message = `url: the document ${fault}`;
  return new FramefarmError('VALIDATION_FAILED', message, {
    issues: [{ field: '/source/url', code: 'source_unavailable', message }],
  });
}
