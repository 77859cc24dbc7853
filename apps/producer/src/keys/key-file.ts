/** The keys in force: read again as soon as the file changes, so that a removed key ends at once (security 7). */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import type { Log } from '../log.js';
import { type ApiKey, type Caller, LOCAL_CALLER } from './api-key.js';
import { keyFileFault, parseKeys } from './parse-keys.js';

/** Injection token. */
export const KEYS = Symbol('Keys');

export interface Keys {
  /** False: every caller is `local`. */
  readonly required: boolean;
  /** The caller that a presented key belongs to, or null. */
  find(key: string): Promise<Caller | null>;
  /** Secrets that sign the webhooks of an owner; empty when it has none. */
  webhookSecrets(owner: string): Promise<readonly string[]>;
  /** Stores the limits of the keys once more, where they may have been lost. */
  storeLimits(): Promise<void>;
}

/** Told of the keys each time they were read, and when their limits are to be stored once more. */
export type OnLoad = (keys: readonly ApiKey[]) => Promise<void>;

const OPEN: Keys = {
  required: false,
  find: async () => LOCAL_CALLER,
  webhookSecrets: async () => [],
  storeLimits: async () => {},
};

/**
 * Opens the key file; without one authentication is off.
 * @throws FramefarmError VALIDATION_FAILED when the file cannot be read or holds a fault.
 */
export async function openKeys(path: string | null, log: Log, onLoad: OnLoad): Promise<Keys> {
  if (path === null) return OPEN;
  const file = new KeyFile(path, log, onLoad);
  await file.load();
  return file;
}

class KeyFile implements Keys {
  readonly required = true;
  #keys: readonly ApiKey[] = [];
  #seen = '';

  constructor(
    private readonly path: string,
    private readonly log: Log,
    private readonly onLoad: OnLoad,
  ) {}

  async load(): Promise<void> {
    const seen = await this.#mark();
    try {
      this.#keys = parseKeys(await this.#text());
    } catch (error) {
      // A file that is being edited must not lock everybody out, nor be read for each request: the last good one stays in force.
      this.#seen = seen;
      throw asFramefarmError(error);
    }
    // Whoever could not be told of the keys is told by the next request.
    await this.onLoad(this.#keys);
    this.#seen = seen;
  }

  async find(key: string): Promise<Caller | null> {
    const hash = createHash('sha256').update(key).digest();
    let found: Caller | null = null;
    // Every entry is compared, so that the time tells nothing of which one fits.
    for (const entry of await this.#current()) if (timingSafeEqual(entry.hash, hash)) found = entry;
    return found;
  }

  async webhookSecrets(owner: string): Promise<readonly string[]> {
    return (await this.#current()).find((key) => key.owner === owner)?.webhookSecrets ?? [];
  }

  storeLimits(): Promise<void> {
    return this.onLoad(this.#keys);
  }

  async #current(): Promise<readonly ApiKey[]> {
    const seen = await this.#mark();
    if (seen === this.#seen) return this.#keys;
    try {
      await this.load();
      this.log.info({ keys: this.#keys.length }, 'API keys were read again');
    } catch (error) {
      this.log.error({ reason: (error as Error).message }, 'the changed API key file cannot be used');
    }
    return this.#keys;
  }

  async #text(): Promise<string> {
    try {
      const found = await stat(this.path);
      // A pipe is read once, and may have no writer; what is changed while the producer runs is a file.
      if (!found.isFile() && !found.isDirectory()) throw keyFileFault(`"${this.path}" is no regular file`);
      return await readFile(this.path, 'utf8');
    } catch (error) {
      if (error instanceof FramefarmError) throw error;
      // A path that was mistyped or a file of another user: the operator's to correct, no fault of the program.
      throw keyFileFault(`"${this.path}" cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }

  async #mark(): Promise<string> {
    const found = await stat(this.path).catch(() => null);
    return found === null ? 'absent' : `${found.ino}-${found.size}-${found.mtimeMs}`;
  }
}
