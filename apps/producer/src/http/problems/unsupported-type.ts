/** What a body of a kind that a path does not take is answered with: what was sent, and what is taken (http-api 3.7, 4.3). */
import { FramefarmError, shown } from '@framefarm/contract';
import type { FastifyRequest } from 'fastify';
import { ARCHIVE_TYPES } from '../../compositions/archive-types.js';
import { pathOf } from '../requests/request-path.js';

/** Where archives are uploaded. */
export const UPLOADS = '/compositions';

export function unsupportedType({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>): FramefarmError {
  const type = headers['content-type'];
  const given = type === undefined ? 'The request has no Content-Type' : `Content-Type ${shown(type)} is not taken`;
  const archives = ARCHIVE_TYPES.join(', ');
  const taken =
    pathOf(url) === UPLOADS
      ? `the project as ${archives}`
      : `application/json, or an archive to POST ${UPLOADS} as ${archives}`;
  return new FramefarmError('UNSUPPORTED_MEDIA_TYPE', `${given}; send ${taken}.`);
}
