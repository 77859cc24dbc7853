/** Fetching a finished output; what arrives is what the farm made, or it is not kept (cli 7). */
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { FramefarmError } from '@framefarm/contract';
import { pause } from '../http/pause.js';
import type { SendOptions, Transport } from '../http/transport.js';

export interface Expected {
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** Attempts one after the other that bring no new byte before it is given up. */
const FRUITLESS_ATTEMPTS = 5;
/** Pause before another attempt, ms. */
const PAUSE_MS = 1_000;

/**
 * Downloads `path` of the farm to `file`, which must not exist; a lost connection is resumed where it broke. The farm may send us to
 * its object store; where that does not answer us, or refuses what was signed for it, the farm gives the bytes itself.
 * @throws FramefarmError `OUTPUT_INVALID` when size or SHA-256 differ, what the farm refuses with, `FARM_UNREACHABLE`.
 */
export async function download(
  transport: Transport,
  path: string,
  file: string,
  expected: Expected,
  signal?: AbortSignal,
): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    const hash = createHash('sha256');
    let received = 0;
    let fruitless = 0;
    let mayRedirect = true;
    while (received < expected.size) {
      const before = received;
      let failure: unknown = null;
      try {
        const place = mayRedirect ? path : `${path}?redirect=false`;
        const options = { signal, ...(mayRedirect ? { attempts: 1, mayRedirect } : {}) };
        for await (const part of bytesFrom(transport, place, received, expected, options)) {
          received += await write(handle, part, hash, received, expected);
        }
      } catch (error) {
        signal?.throwIfAborted();
        const isOfTheStore = mayRedirect && error instanceof FramefarmError && error.details.requestId === null;
        if (error instanceof FramefarmError && !error.entry.retryable && !isOfTheStore) throw error;
        failure = error;
      }
      // An object store has a tag of its own, too: whether the file is still the same is known to the farm alone.
      mayRedirect = false;
      fruitless = received === before ? fruitless + 1 : 0;
      if (fruitless >= FRUITLESS_ATTEMPTS) throw failure ?? noBytes();
      if (failure !== null || received === before) await pause(PAUSE_MS, signal);
    }
    const actual = hash.digest('hex');
    if (actual !== expected.sha256) throw differs(`SHA-256 ${actual}`, expected.sha256);
  } finally {
    await handle.close();
  }
}

async function* bytesFrom(
  transport: Transport,
  path: string,
  from: number,
  expected: Expected,
  options: SendOptions,
): AsyncGenerator<Uint8Array> {
  const headers: Record<string, string> =
    from === 0 ? {} : { range: `bytes=${from}-`, 'if-range': `"${expected.sha256}"` };
  const answer = await transport.send(transport.request(path, { headers }), options);
  if (from > 0 && answer.status !== 206) throw differs('another file than before', expected.sha256);
  if (answer.body !== null) yield* answer.body;
  else throw noBytes();
}

const noBytes = (): FramefarmError => new FramefarmError('FARM_UNREACHABLE', 'the answer holds no bytes');

async function write(
  handle: FileHandle,
  part: Uint8Array,
  hash: Hash,
  at: number,
  expected: Expected,
): Promise<number> {
  if (at + part.length > expected.size) throw differs(`more than ${expected.size} bytes`, expected.sha256);
  await handle.write(part);
  hash.update(part);
  return part.length;
}

function differs(what: string, expected: string): FramefarmError {
  return new FramefarmError(
    'OUTPUT_INVALID',
    `the download has ${what}; the farm made a file with SHA-256 ${expected}`,
    {
      hint: 'Run the command again; if it persists, look at what stands between this machine and the farm.',
    },
  );
}
