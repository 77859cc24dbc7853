import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { isKey } from '../keys.js';
import type { ListedObject } from '../store.js';
import { ANSWER_WITHIN } from './client.js';
import type { S3Settings } from './settings.js';

/** S3 lists in the order of the keys' bytes. Names that are no keys belong to somebody else. */
export async function* listObjects(
  client: S3Client,
  { bucket, base }: S3Settings,
  prefix: string,
): AsyncGenerator<ListedObject> {
  const input = { Bucket: bucket, Prefix: `${base}${prefix}` };
  for await (const page of paginateListObjectsV2({ client }, input, ANSWER_WITHIN)) {
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      const key = Key?.slice(base.length);
      if (key === undefined || Size === undefined || !isKey(key)) continue;
      yield { key, size: Size, storedAt: LastModified ?? new Date(0) };
    }
  }
}
