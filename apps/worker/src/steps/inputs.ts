/** What steps work on, fetched from the store once per worker and kept by content. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { unpackProject } from '@framefarm/archive';
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import type { Farm } from '@framefarm/farm';
import type { PreparedStep } from '@framefarm/render';
import { type ObjectStore, verifiedBody } from '@framefarm/storage';
import type { ContentCache, Held } from '../cache/content-cache.js';
import { fetched } from '../cache/fetched.js';
import { unpackDirectory } from './directory-tar.js';

/** Parsed plans kept in memory. */
const PLANS_KEPT = 16;

export interface PreparedInput {
  readonly file: string;
  readonly step: PreparedStep;
}

export class Inputs {
  readonly #plans = new Map<string, Promise<PreparedStep>>();

  constructor(
    private readonly farm: Farm,
    private readonly store: ObjectStore,
    readonly cache: ContentCache,
  ) {}

  /** The unpacked project of a composition. @throws FramefarmError COMPOSITION_NOT_FOUND */
  async composition(owner: string, id: string): Promise<Held> {
    return this.cache.hold(`composition ${owner} ${id}`, async (path) => {
      const record = await this.farm.compositions.get(owner, id);
      const known = record === null ? null : await this.store.head(record.storeKey);
      const archive = `${path}.archive`;
      try {
        if (known === null || !(await this.store.fetchFile(known.key, archive))) {
          throw new FramefarmError('COMPOSITION_NOT_FOUND', `the uploaded composition ${id} is no longer kept`, {
            hint: 'Upload the project again and submit a new render.',
          });
        }
        await unpackProject(archive, known.contentType ?? 'application/zip', path);
      } finally {
        await rm(archive, { force: true });
      }
    });
  }

  /** A stored file. */
  async object(key: string): Promise<Held> {
    return this.cache.hold(objectName(key), (path) => this.#fetch(key, path), extname(key));
  }

  /** A stored tar of files, unpacked. */
  async directory(key: string): Promise<Held> {
    return this.cache.hold(directoryName(key), (path) =>
      this.#unlessDamaged(key, async () => {
        const found = await this.store.read(key);
        if (found === null) throw missing(key);
        await unpackDirectory(verifiedBody(found, this.store), path);
      }),
    );
  }

  /** Whether the directory of a stored tar is here already. */
  hasDirectory(key: string): boolean {
    return this.cache.has(directoryName(key));
  }

  /** Keeps the file or directory at `path`, which is moved, under the key it was stored with. */
  keepObject(key: string, path: string): Promise<void> {
    return this.cache.adopt(objectName(key), path, extname(key));
  }

  keepDirectory(key: string, path: string): Promise<void> {
    return this.cache.adopt(directoryName(key), path);
  }

  /** Keeps a small text under the key it was stored with. */
  async keepText(key: string, text: string): Promise<void> {
    const held = await this.cache.hold(objectName(key), (path) => writeFile(path, text, { flag: 'wx' }), extname(key));
    held.release();
  }

  /** The plan of a render; `use` may read its file until it has settled. The signal ends the wait for it. */
  async withPrepared<T>(key: string, use: (prepared: PreparedInput) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const held = await fetched(this.object(key), signal);
    try {
      return await use({ file: held.path, step: await this.#plan(key, held.path) });
    } finally {
      held.release();
    }
  }

  #plan(key: string, file: string): Promise<PreparedStep> {
    const known = this.#plans.get(key);
    if (known !== undefined) return known;
    const plan = readFile(file, 'utf8').then((text) => JSON.parse(text) as PreparedStep);
    this.#plans.set(key, plan);
    plan.catch(() => this.#plans.delete(key));
    const [oldest] = this.#plans.keys();
    if (this.#plans.size > PLANS_KEPT && oldest !== undefined) this.#plans.delete(oldest);
    return plan;
  }

  async #fetch(key: string, path: string): Promise<void> {
    await this.#unlessDamaged(key, async () => {
      if (!(await this.store.fetchFile(key, path))) throw missing(key);
    });
  }

  /** What is fetched here can be made again: a damaged one goes, or every later run would take it for known. */
  async #unlessDamaged(key: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (asFramefarmError(error).details.reason === 'damaged') await this.store.remove(key).catch(() => {});
      throw error;
    }
  }
}

function missing(key: string): FramefarmError {
  return new FramefarmError('STORE_UNAVAILABLE', `the store does not hold ${key}`, { details: { reason: 'missing' } });
}

const objectName = (key: string): string => `object ${key}`;
const directoryName = (key: string): string => `directory ${key}`;
