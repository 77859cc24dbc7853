/** Where clients reach a Redis that listens in its data directory. */
import { symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScratch } from '@framefarm/process';

/** Name of the socket inside the data directory. */
export const SOCKET_NAME = 'redis.sock';
/** Longest path of a Unix socket in bytes that every system takes. */
const LONGEST_PATH = 103;

export interface SocketPlace {
  /** Absolute; short enough to connect to. */
  readonly path: string;
  remove(): Promise<void>;
}

/** The socket of `directory`; by way of a temporary link where its own path would be too long. */
export async function socketPlace(directory: string): Promise<SocketPlace> {
  const direct = join(directory, SOCKET_NAME);
  if (Buffer.byteLength(direct) <= LONGEST_PATH) return { path: direct, remove: async () => {} };
  const scratch = await createScratch(tmpdir(), 'framefarm-redis-');
  const link = join(scratch.path, 'data');
  await symlink(directory, link);
  return { path: join(link, SOCKET_NAME), remove: () => scratch.remove() };
}

/** True when a process accepts connections there; the socket file of a dead one refuses them. */
export function accepts(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const answer = (is: boolean) => (): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', answer(true));
    socket.once('error', answer(false));
  });
}
