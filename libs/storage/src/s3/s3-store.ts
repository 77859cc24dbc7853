import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { checkRange, notSatisfiable } from '../byte-range.js';
import { type Digest, digestOf, digestOfFile } from '../digest.js';
import { damaged, unavailable, wrongDigest } from '../failures.js';
import { checkKey, checkPrefix } from '../keys.js';
import { appearAs, checkSource, writeBody } from '../local-file.js';
import { within } from '../look.js';
import { fromSender, SenderFailure } from '../sender.js';
import type {
  ByteRange,
  DownloadOptions,
  ListedObject,
  ObjectStore,
  PutOptions,
  ReadObject,
  StoredObject,
  StoreOptions,
} from '../store.js';
import { ANSWER_WITHIN, SENDING_IDLE_MS, s3Client } from './client.js';
import { signedUrl } from './download-url.js';
import { describe, unlessAbsent } from './facts.js';
import { ENDPOINT_HINT, s3Failure, statusOf } from './failures.js';
import { listObjects } from './list.js';
import { probe } from './probe.js';
import { readS3Settings, type S3Settings } from './settings.js';
import { abortOldUploads } from './sweep.js';
import { conflictOf, type UploadTarget, uploadBytes, uploadFile } from './upload.js';

/**
 * Objects in an S3 bucket. Each carries its SHA-256 as metadata, which is sent before the bytes: files are read twice, and
 * streams go through a scratch file. An object without it was not stored by this program and is taken for none.
 * @throws FramefarmError `VALIDATION_FAILED`
 */
export function openS3(location: string, options: StoreOptions): ObjectStore {
  return new S3Store(readS3Settings(location, options.env ?? {}), options.scratch ?? tmpdir());
}

const REMOVALS_AT_ONCE = 8;
/** Attempts at an `ifAbsent` that finds another writer, or at a download whose connection breaks. */
const ATTEMPTS = 5;

class S3Store implements ObjectStore {
  readonly kind = 's3';
  readonly location: string;
  readonly #settings: S3Settings;
  readonly #scratch: string;
  readonly #client: S3Client;
  /** For what sends bytes: nobody pauses there, as a reader may. */
  readonly #sender: S3Client;
  /** Signs for the name by which clients know the server. */
  readonly #signer: S3Client;
  #conditionsHold = false;

  constructor(settings: S3Settings, scratch: string) {
    this.#settings = settings;
    this.#scratch = scratch;
    this.location = `s3://${settings.bucket}/${settings.base}`;
    this.#client = s3Client(settings);
    this.#sender = s3Client(settings, { idleMs: SENDING_IDLE_MS });
    const { publicEndpoint } = settings;
    this.#signer = publicEndpoint === undefined ? this.#client : s3Client(settings, { endpoint: publicEndpoint });
  }

  async putFile(key: string, file: string, options: PutOptions = {}): Promise<StoredObject> {
    checkKey(key);
    await checkSource(file);
    return this.#guarded(async () => {
      const kept = options.ifAbsent === true ? await this.#head(key) : null;
      if (kept !== null) return kept;
      const digest = await digestOfFile(file);
      return this.#store(key, digest, options, (target) =>
        uploadFile(this.#sender, target, file, digest, options.signal),
      );
    }, options.signal);
  }

  async put(key: string, data: Uint8Array | string, options: PutOptions = {}): Promise<StoredObject> {
    checkKey(key);
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    const { signal } = options;
    return this.#guarded(
      () => this.#store(key, digestOf(bytes), options, (target) => uploadBytes(this.#sender, target, bytes, signal)),
      signal,
    );
  }

  async putStream(key: string, stream: Readable, options: PutOptions = {}): Promise<StoredObject> {
    let folder: string | undefined;
    stream.on('error', () => {});
    try {
      checkKey(key);
      if (options.ifAbsent === true) {
        const kept = await this.head(key);
        if (kept !== null) return kept;
      }
      folder = await mkdtemp(join(this.#scratch, 'framefarm-store-'));
      const file = join(folder, 'object');
      await pipeline(fromSender(stream), createWriteStream(file), { signal: options.signal });
      return await this.putFile(key, file, options);
    } catch (thrown) {
      options.signal?.throwIfAborted();
      throw thrown instanceof SenderFailure ? thrown.cause : s3Failure(thrown, this.location, this.#scratch);
    } finally {
      stream.destroy();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    }
  }

  async #store(
    key: string,
    digest: Digest,
    options: PutOptions,
    send: (target: UploadTarget) => Promise<void>,
  ): Promise<StoredObject> {
    const { sha256, contentType, ifAbsent } = options;
    if (sha256 !== undefined && sha256 !== digest.sha256) throw wrongDigest(key, sha256, digest.sha256);
    const target: UploadTarget = {
      Bucket: this.#settings.bucket,
      Key: this.#name(key),
      Metadata: { sha256: digest.sha256 },
      ...(contentType === undefined ? {} : { ContentType: contentType }),
    };
    const stored = { key, ...digest, storedAt: new Date(), ...(contentType === undefined ? {} : { contentType }) };
    if (ifAbsent !== true) {
      await send(target);
      return stored;
    }
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        await send({ ...target, IfNoneMatch: '*' });
        return stored;
      } catch (thrown) {
        if (conflictOf(thrown) === null) throw thrown;
      }
      const there = await this.#facts(key);
      const kept = there === null ? null : describe(key, there, there.ContentLength);
      if (kept !== null) return kept;
      if (there !== null) {
        await send(target);
        return stored;
      }
    }
    throw unavailable('unreachable', `${this.location}${key}: other writers came between ${ATTEMPTS} times.`);
  }

  async head(key: string): Promise<StoredObject | null> {
    checkKey(key);
    return this.#guarded(async () => {
      const facts = await this.#facts(key);
      if (facts !== null) return describe(key, facts, facts.ContentLength);
      // The answer to a HEAD has no body: a 404 may be that of a proxy whose server is gone. The one to a GET says whose it is.
      const found = await this.read(key);
      found?.body.destroy();
      return found?.object ?? null;
    });
  }

  async #head(key: string): Promise<StoredObject | null> {
    const facts = await this.#facts(key);
    return facts === null ? null : describe(key, facts, facts.ContentLength);
  }

  /** What the server knows of a name, also of an object that somebody else put there. */
  async #facts(key: string): Promise<HeadObjectCommandOutput | null> {
    const command = new HeadObjectCommand({ Bucket: this.#settings.bucket, Key: this.#name(key) });
    return unlessAbsent(this.#client.send(command, ANSWER_WITHIN));
  }

  async read(key: string, range?: ByteRange): Promise<ReadObject | null> {
    checkKey(key);
    if (range !== undefined) checkRange(range);
    return this.#guarded(async () => {
      const command = new GetObjectCommand({
        Bucket: this.#settings.bucket,
        Key: this.#name(key),
        ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
      });
      const answer = await unlessAbsent(this.#client.send(command, ANSWER_WITHIN)).catch((thrown) => {
        throw range !== undefined && statusOf(thrown) === 416 ? notSatisfiable(range) : thrown;
      });
      if (answer === null) return null;
      const body = answer.Body as Readable;
      const whole = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1];
      const object = describe(key, answer, whole === undefined ? answer.ContentLength : Number(whole));
      if (object !== null) return { object, body };
      body.destroy();
      return null;
    });
  }

  async fetchFile(key: string, file: string): Promise<boolean> {
    return appearAs(resolve(file), async (temporary) => {
      for (let attempt = 1; ; attempt += 1) {
        const found = await this.read(key);
        if (found === null) return false;
        try {
          const digest = await writeBody(found.body, temporary);
          if (digest.sha256 === found.object.sha256) return true;
          throw damaged(key, this.location);
        } catch (thrown) {
          const failure = s3Failure(thrown, this.location, resolve(file));
          if (attempt === ATTEMPTS || failure.details.reason !== 'unreachable') throw failure;
        }
      }
    });
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    checkPrefix(prefix, { all: true });
    try {
      yield* listObjects(this.#client, this.#settings, prefix);
    } catch (thrown) {
      throw s3Failure(thrown, this.location, this.#scratch);
    }
  }

  async remove(key: string): Promise<void> {
    checkKey(key);
    await this.#guarded(() => this.#delete(key));
  }

  async #delete(key: string): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.#settings.bucket, Key: this.#name(key) });
    await unlessAbsent(this.#client.send(command, ANSWER_WITHIN));
  }

  /** One request each: not every server removes many at once. */
  async removeAll(prefix: string): Promise<number> {
    checkPrefix(prefix, { all: false });
    let removed = 0;
    const objects = this.list(prefix);
    const removeRest = async () => {
      for (let next = await objects.next(); next.done !== true; next = await objects.next()) {
        await this.remove(next.value.key);
        removed += 1;
      }
    };
    await Promise.all(Array.from({ length: REMOVALS_AT_ONCE }, removeRest));
    return removed;
  }

  async sweep(olderThanSeconds: number): Promise<number> {
    const before = Date.now() - olderThanSeconds * 1000;
    return this.#guarded(() => abortOldUploads(this.#client, this.#settings, before));
  }

  async downloadUrl(key: string, options: DownloadOptions): Promise<string | null> {
    checkKey(key);
    return this.#guarded(async () => {
      const object = await this.#head(key);
      if (object === null) return null;
      const signed = { bucket: this.#settings.bucket, name: this.#name(key), now: this.#serverTime() };
      return signedUrl(this.#signer, signed, options);
    });
  }

  async check(): Promise<void> {
    await within(this.location, ENDPOINT_HINT, (signal) => {
      const asked = { conditions: !this.#conditionsHold, signal };
      return this.#guarded(() => probe(this.#client, this.#settings, this.location, asked));
    });
    this.#conditionsHold = true;
  }

  async close(): Promise<void> {
    this.#client.destroy();
    this.#sender.destroy();
    this.#signer.destroy();
  }

  /** By what the client has learnt from the answers of the server, by which it dates its own requests. */
  #serverTime(): Date {
    return new Date(Date.now() + this.#client.config.systemClockOffset);
  }

  #name(key: string): string {
    return `${this.#settings.base}${key}`;
  }

  async #guarded<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (thrown) {
      signal?.throwIfAborted();
      throw s3Failure(thrown, this.location, this.#scratch);
    }
  }
}
