import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ObjectStore, openStore } from '@framefarm/storage';
import { BUCKET, type S3Server, startS3 } from '../s3/server.js';

/** A store with a place of its own, and what a test needs to open it once more or to look behind it. */
export interface TestStore {
  readonly store: ObjectStore;
  readonly location: string;
  readonly env: Record<string, string>;
  /** A folder for the test's files. */
  readonly folder: string;
  /** Set for S3 alone. */
  readonly server?: S3Server;
  /** Changes a stored byte without the store. */
  damage(key: string): Promise<void>;
  close(): Promise<void>;
}

export async function directoryStore(): Promise<TestStore> {
  const folder = await mkdtemp(join(tmpdir(), 'framefarm-directory-store-'));
  const location = join(folder, 'store');
  const store = await openStore(location);
  return {
    store,
    location,
    env: {},
    folder,
    damage: async (key) => {
      const { readdir, readFile, writeFile } = await import('node:fs/promises');
      const at = key.lastIndexOf('/');
      const inFolder = join(location, key.slice(0, Math.max(at, 0)));
      const name = (await readdir(inFolder)).find(
        (entry) => /^[0-9a-f]+@/.test(entry) && entry.endsWith(key.slice(at + 1)),
      );
      if (name === undefined) throw new Error(`no bytes of ${key}`);
      const bytes = await readFile(join(inFolder, name));
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      await writeFile(join(inFolder, name), bytes);
    },
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function s3Store(): Promise<TestStore & { readonly server: S3Server }> {
  const folder = await mkdtemp(join(tmpdir(), 'framefarm-s3-store-'));
  const server = await startS3();
  const location = `s3://${BUCKET}/farm/one`;
  const env = server.env();
  const store = await openStore(location, { env, scratch: folder });
  return {
    store,
    location,
    env,
    folder,
    server,
    damage: async (key) => {
      const { bytes } = server.bucket.get(`farm/one/${key}`);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
    },
    close: async () => {
      await store.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
