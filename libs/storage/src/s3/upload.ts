import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type Digest, digestOf, RunningDigest } from '../digest.js';
import { unavailable } from '../failures.js';
import { statusOf } from './failures.js';

/** Bytes up to which an object is sent in one request, and the least size of a part of a bigger one. */
const PART_BYTES = 8 * 1024 * 1024;
/** Parts on their way at once: with those of 8 MiB an upload takes 16 MiB of memory. */
const PARTS_AT_ONCE = 2;
/** S3 takes 10,000 parts. */
const PARTS = 9_000;

export interface UploadTarget {
  readonly Bucket: string;
  readonly Key: string;
  readonly Metadata: Record<string, string>;
  readonly ContentType?: string;
  readonly IfNoneMatch?: '*';
}

/** @throws as the SDK; a request is repeated by it, since a part is bytes in memory. */
export async function uploadBytes(
  client: S3Client,
  target: UploadTarget,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<void> {
  const command = new PutObjectCommand({ ...target, Body: bytes, ContentLength: bytes.length });
  await client.send(command, signal === undefined ? {} : { abortSignal: signal });
}

/** Sends a file whose digest is known and stops before it is an object when the file has changed since. */
export async function uploadFile(
  client: S3Client,
  target: UploadTarget,
  file: string,
  digest: Digest,
  signal?: AbortSignal,
): Promise<void> {
  if (digest.size <= PART_BYTES) {
    const bytes = await readFile(file);
    checkUnchanged(file, digest, digestOf(bytes));
    return uploadBytes(client, target, bytes, signal);
  }
  const body = Readable.from(unchanged(file, digest), { objectMode: false });
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const upload = new Upload({
    client,
    params: { ...target, Body: body },
    queueSize: PARTS_AT_ONCE,
    partSize: Math.max(PART_BYTES, Math.ceil(digest.size / PARTS)),
    abortController: controller,
  });
  try {
    await upload.done();
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

async function* unchanged(file: string, digest: Digest): AsyncGenerator<Buffer> {
  const running = new RunningDigest();
  for await (const bytes of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    running.add(bytes as Buffer);
    yield bytes as Buffer;
  }
  checkUnchanged(file, digest, running.end());
}

function checkUnchanged(file: string, before: Digest, now: Digest): void {
  if (before.sha256 === now.sha256 && before.size === now.size) return;
  throw unavailable(
    'damaged',
    `${file} changed while it was stored; nothing was stored.`,
    'Store it once it is complete.',
  );
}

/** The server kept an object that was there (412), or another writer is at it this moment (409). */
export type Conflict = 'kept' | 'busy';

export function conflictOf(thrown: unknown): Conflict | null {
  const status = statusOf(thrown);
  if (status === 412) return 'kept';
  return status === 409 ? 'busy' : null;
}
