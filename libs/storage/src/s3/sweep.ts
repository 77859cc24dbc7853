import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3';
import { ANSWER_WITHIN } from './client.js';
import { isAbsent, statusOf } from './failures.js';
import type { S3Settings } from './settings.js';

/** Ends uploads in parts that nobody completed: their parts take room and are seen nowhere else. */
export async function abortOldUploads(client: S3Client, { bucket, base }: S3Settings, before: number): Promise<number> {
  let aborted = 0;
  let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
  while (after !== null) {
    const page = await listUploads(client, { Bucket: bucket, Prefix: base, ...after });
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
      if (Key === undefined || UploadId === undefined || (Initiated?.getTime() ?? before) >= before) continue;
      try {
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }), ANSWER_WITHIN);
        aborted += 1;
      } catch (thrown) {
        if (!isAbsent(thrown)) throw thrown;
      }
    }
    const more = page?.IsTruncated === true && page.NextKeyMarker !== undefined;
    after = more ? { KeyMarker: page.NextKeyMarker as string, UploadIdMarker: page.NextUploadIdMarker ?? '' } : null;
  }
  return aborted;
}

/** Null where the server does not know the request; such servers end old uploads by rules of their own. */
async function listUploads(client: S3Client, input: ConstructorParameters<typeof ListMultipartUploadsCommand>[0]) {
  try {
    return await client.send(new ListMultipartUploadsCommand(input), ANSWER_WITHIN);
  } catch (thrown) {
    if (statusOf(thrown) === 501) return null;
    throw thrown;
  }
}
