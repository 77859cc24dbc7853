import { randomBytes } from 'node:crypto';

export interface KeptObject {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly storedAt: Date;
  readonly contentType: string;
  readonly metadata: Readonly<Record<string, string>>;
}

interface PartedUpload {
  readonly key: string;
  readonly startedAt: Date;
  readonly about: Pick<KeptObject, 'contentType' | 'metadata'>;
  readonly parts: Map<number, { readonly bytes: Buffer; readonly etag: string }>;
}

/** Thrown with the code that the server answers. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** Objects and unfinished uploads of one bucket, in memory. */
export class Bucket {
  readonly objects = new Map<string, KeptObject>();
  readonly uploads = new Map<string, PartedUpload>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  put(key: string, bytes: Buffer, about: PartedUpload['about'], ifAbsent: boolean): KeptObject {
    if (ifAbsent && this.objects.has(key)) throw new Refusal(412, 'PreconditionFailed');
    const object = { bytes, etag: newEtag(), storedAt: this.#now(), ...about };
    this.objects.set(key, object);
    return object;
  }

  get(key: string): KeptObject {
    const object = this.objects.get(key);
    if (object === undefined) throw new Refusal(404, 'NoSuchKey');
    return object;
  }

  begin(key: string, about: PartedUpload['about']): string {
    const id = randomBytes(8).toString('hex');
    this.uploads.set(id, { key, about, startedAt: this.#now(), parts: new Map() });
    return id;
  }

  upload(key: string, id: string): PartedUpload {
    const upload = this.uploads.get(id);
    if (upload?.key !== key) throw new Refusal(404, 'NoSuchUpload');
    return upload;
  }

  putPart(key: string, id: string, part: number, bytes: Buffer): string {
    const etag = newEtag();
    this.upload(key, id).parts.set(part, { bytes, etag });
    return etag;
  }

  complete(key: string, id: string, wanted: readonly { part: number; etag: string }[], ifAbsent: boolean): KeptObject {
    const { parts, about } = this.upload(key, id);
    const bytes = wanted.map(({ part, etag }, index) => {
      const found = parts.get(part);
      if (found === undefined || found.etag !== etag) throw new Refusal(400, 'InvalidPart');
      if (index > 0 && (wanted[index - 1]?.part ?? 0) >= part) throw new Refusal(400, 'InvalidPartOrder');
      if (index < wanted.length - 1 && found.bytes.length < 5 * 1024 * 1024) throw new Refusal(400, 'EntityTooSmall');
      return found.bytes;
    });
    const object = this.put(key, Buffer.concat(bytes), about, ifAbsent);
    this.uploads.delete(id);
    return object;
  }

  /** Keys after `after` that begin with `prefix`, in the order of their bytes. */
  keys(prefix: string, after: string): string[] {
    const found = [...this.objects.keys()].filter((key) => key.startsWith(prefix));
    return found
      .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
      .filter((key) => key > after);
  }
}

const newEtag = (): string => `"${randomBytes(16).toString('hex')}"`;
