/**
 * A Redis of our own for a farm on one machine (issue 4): it listens on a Unix socket in its data directory, which only its
 * user can enter, and it ends with this process, however that ends.
 */
import { resolve } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { childEnvironment, keepTail, makeDirectory, type OwnedChild, spawnOwned } from '@framefarm/process';
import { Redis } from 'ioredis';
import type { RedisProgram } from './find-redis.js';
import { accepts, SOCKET_NAME, type SocketPlace, socketPlace } from './socket-place.js';

export interface PrivateRedis {
  /** Takes the place of `REDIS_URL`: the absolute path of the socket. */
  readonly url: string;
  readonly version: string;
  readonly pid: number;
  /** Settles when it ends without having been told to. */
  readonly lost: Promise<FramefarmError>;
  /** Writes what is in memory and ends the server, within 10 s. */
  end(): Promise<void>;
}

/** Nothing may be evicted, and what was acknowledged survives but for the last second (stack-notes 11). */
const CONFIGURATION = `
port 0
unixsocket ${SOCKET_NAME}
unixsocketperm 700
daemonize no
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
`;
/** Longest time for the server to read its files and answer, ms. */
const READY_WITHIN_MS = 60_000;
/** Pause between two attempts to reach a server that starts, ms. */
const ASK_EVERY_MS = 25;
/** Time for the server to write its files before it is killed, ms. */
const END_GRACE_MS = 10_000;
/** Characters of its log that are kept for the message of a failed start. */
const KEPT_LOG = 2_000;

/**
 * Starts the server on the files in `directory`, which is made if absent (mode 0700), and waits until it answers.
 * @throws FramefarmError `DATA_DIRECTORY_IN_USE` when another server has them open, `REDIS_FAILED` when it does not start.
 */
export async function startRedis(program: RedisProgram, directory: string): Promise<PrivateRedis> {
  const home = resolve(directory);
  await makeDirectory(home, 0o700).catch((error: Error) => {
    throw failed(`its directory cannot be made: ${error.message}`);
  });
  const place = await socketPlace(home);
  try {
    if (await accepts(place.path)) throw inUse(home);
    return await started(program, home, place);
  } catch (error) {
    await place.remove();
    throw error;
  }
}

async function started(program: RedisProgram, home: string, place: SocketPlace): Promise<PrivateRedis> {
  const server = spawnOwned(program.path, ['-'], { cwd: home, env: childEnvironment() });
  const log = keepLog(server);
  server.child.stdin?.end(CONFIGURATION);
  let ending = false;
  const early = server.ended.then(
    () => failed(`it ended while it was started: ${log()}`),
    (error: Error) => failed(error.message),
  );
  try {
    const answering = await Promise.race([firstAnswer(place.path), early]);
    if (answering instanceof FramefarmError) throw answering;
    // Two servers that start in the same moment on the same files: the socket belongs to the later one.
    if (answering !== server.pid) throw inUse(home);
  } catch (error) {
    ending = true;
    await server.end(0);
    throw error;
  }
  return {
    url: place.path,
    version: program.version,
    pid: server.pid,
    lost: new Promise((tell) => {
      void server.ended.then(({ exitCode, signal }) => {
        if (!ending) tell(failed(`it ended by itself (${signal ?? exitCode}): ${log()}`));
      });
    }),
    end: async () => {
      ending = true;
      await server.end(END_GRACE_MS);
      await place.remove();
    },
  };
}

/** Process id of the server that answers at `path`, once it has read its files. */
async function firstAnswer(path: string): Promise<number> {
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const client = new Redis(path, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.ping();
      return Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1]);
    } catch (error) {
      if (performance.now() > until) {
        throw failed(`it did not answer within ${READY_WITHIN_MS / 1000} s: ${(error as Error).message}`);
      }
    } finally {
      client.disconnect();
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

/** The end of what the server writes, on one line. */
function keepLog({ child }: OwnedChild): () => string {
  const tail = keepTail(KEPT_LOG, child.stdout, child.stderr);
  return () => tail().trim().split('\n').slice(-3).join(' ');
}

const failed = (what: string): FramefarmError => new FramefarmError('REDIS_FAILED', what);

const inUse = (home: string): FramefarmError =>
  new FramefarmError('DATA_DIRECTORY_IN_USE', `${home} is in use by another farm that runs now`);
