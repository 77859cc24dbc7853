/** What a page is told of the machine: the same everywhere, as pages draw less where they find little of it, and lanes may be on several. */
import { replaceGetter, replaceMethod } from './wrap-natives.js';

/** Of a usual desktop, which a page is made and looked at on. */
const CORES = 8;
/** Gigabytes; a browser tells no more (Device Memory, 2.1). */
const MEMORY = 8;

/** What is measured of the network, which serves the project alone: as of a good one. */
const NETWORK = { downlink: 10, effectiveType: '4g', rtt: 50, saveData: false, type: 'unknown' };
/** Bytes a page may store: of the disk's free space it would be a share. */
const QUOTA = 10 * 1024 ** 3;

/** Before any script of the document or worker. */
export function hideMachine(): void {
  const owner = Object.getPrototypeOf(navigator) as object;
  replaceGetter(owner, 'hardwareConcurrency', () => CORES);
  // Told to secure addresses alone.
  replaceGetter(owner, 'deviceMemory', () => MEMORY);
  const { NetworkInformation } = globalThis as { readonly NetworkInformation?: { readonly prototype: object } };
  if (NetworkInformation !== undefined) {
    for (const [part, value] of Object.entries(NETWORK)) {
      replaceGetter(NetworkInformation.prototype, part, () => value);
    }
  }
  if ('StorageManager' in globalThis) {
    replaceMethod(StorageManager.prototype, 'estimate', async () => ({ quota: QUOTA, usage: 0, usageDetails: {} }));
  }
}
