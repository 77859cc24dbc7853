import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { FramefarmError } from '@framefarm/contract';
import { create } from 'content-disposition';
import type { DownloadOptions } from '../store.js';

/** 15 minutes (reference: http-api 3.5). */
const MAX_DOWNLOAD_SECONDS = 900;

export interface Signed {
  readonly bucket: string;
  readonly name: string;
  /** The time by the clock of the server, from which the URL is valid. */
  readonly now: Date;
}

/** @throws FramefarmError `VALIDATION_FAILED` for a time outside 1 to 900 seconds */
export async function signedUrl(client: S3Client, { bucket, name, now }: Signed, options: DownloadOptions) {
  const { expiresSeconds, fileName, contentType, disposition = 'attachment' } = options;
  if (!Number.isInteger(expiresSeconds) || expiresSeconds < 1 || expiresSeconds > MAX_DOWNLOAD_SECONDS) {
    throw new FramefarmError(
      'VALIDATION_FAILED',
      `A download URL for ${expiresSeconds} seconds was asked for: it takes 1 to ${MAX_DOWNLOAD_SECONDS} whole seconds.`,
    );
  }
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: name,
    ResponseContentDisposition: create(fileName, { type: disposition }),
    ...(contentType === undefined ? {} : { ResponseContentType: contentType }),
  });
  return getSignedUrl(client, command, { expiresIn: expiresSeconds, signingDate: now });
}
