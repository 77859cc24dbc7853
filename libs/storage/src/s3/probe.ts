import { randomBytes } from 'node:crypto';
import { DeleteObjectCommand, GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { digestOf } from '../digest.js';
import { damaged, unavailable } from '../failures.js';
import { ANSWER_WITHIN } from './client.js';
import { unlessAbsent } from './facts.js';
import type { S3Settings } from './settings.js';
import { conflictOf, type UploadTarget, uploadBytes } from './upload.js';

/**
 * Writes, reads and removes an object whose name no key can have. With `conditions` it also makes sure that the server
 * keeps an object that is there: several writers of one key rely on it.
 * @throws as the SDK, and FramefarmError `STORE_UNAVAILABLE`
 */
export async function probe(
  client: S3Client,
  { bucket, base }: S3Settings,
  location: string,
  { conditions, signal }: { readonly conditions: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const bytes = Buffer.from('probe');
  const object = { Bucket: bucket, Key: `${base}@probe/${randomBytes(12).toString('hex')}` };
  const target: UploadTarget = { ...object, Metadata: { sha256: digestOf(bytes).sha256 } };
  await uploadBytes(client, target, bytes, signal);
  try {
    if (conditions) await checkConditions(client, target, bytes, location, signal);
    const answer = await unlessAbsent(client.send(new GetObjectCommand(object), { abortSignal: signal }));
    const read = await answer?.Body?.transformToByteArray();
    if (read === undefined || !bytes.equals(read)) throw damaged('of the probe', location);
  } finally {
    const { aborted } = signal;
    const removed = client.send(new DeleteObjectCommand(object), aborted ? ANSWER_WITHIN : { abortSignal: signal });
    // Once the time is up nobody waits for it.
    if (aborted) removed.catch(() => {});
    else await removed;
  }
}

async function checkConditions(
  client: S3Client,
  target: UploadTarget,
  bytes: Uint8Array,
  location: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await uploadBytes(client, { ...target, IfNoneMatch: '*' }, bytes, signal);
  } catch (thrown) {
    if (conflictOf(thrown) === 'kept') return;
    throw thrown;
  }
  const hint = 'Use a server that knows conditional writes.';
  throw unavailable('misplaced', `${location}: the server ignores If-None-Match on writing.`, hint);
}
