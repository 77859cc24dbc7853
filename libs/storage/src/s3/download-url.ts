import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { FramefarmError } from '@framefarm/contract';
import { create } from 'content-disposition';
import type { DownloadOptions } from '../store.js';

/** 15 minutes (reference: http-api 3.5). */
export const MAX_DOWNLOAD_SECONDS = 900;

/** @throws FramefarmError `VALIDATION_FAILED` for a time outside 1 to 900 seconds */
export async function signedUrl(client: S3Client, bucket: string, name: string, options: DownloadOptions) {
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
  return getSignedUrl(client, command, { expiresIn: expiresSeconds });
}
