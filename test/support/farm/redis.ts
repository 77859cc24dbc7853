/** A Redis server of a test's own: on a socket in a scratch directory, ended with the test. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Farm, openFarm } from '@framefarm/farm';
import { findRedis, type PrivateRedis, startRedis } from '@framefarm/farm/private-redis';
import { scratchDirectory } from '../projects/project.js';

export interface TestRedis {
  /** Place of the server, for connections. */
  readonly url: string;
  readonly directory: string;
  pid(): number;
  /** A farm on it; closed with the server. Several are several processes as far as Redis knows. */
  farm(): Farm;
  /** Kills the server and starts it again on its files, or without them. */
  restart(files?: 'kept' | 'lost'): Promise<void>;
  end(): Promise<void>;
}

/** @throws FramefarmError `REDIS_NOT_FOUND` when this machine has no redis-server. */
export async function startTestRedis(): Promise<TestRedis> {
  const directory = join(scratchDirectory(), 'redis');
  const program = await findRedis();
  let server: PrivateRedis = await startRedis(program, directory);
  const farms: Farm[] = [];
  return {
    url: server.url,
    directory,
    pid: () => server.pid,
    farm: () => {
      const farm = openFarm({ redis: server.url });
      farms.push(farm);
      return farm;
    },
    restart: async (files = 'kept') => {
      process.kill(server.pid, 'SIGKILL');
      await server.lost;
      if (files === 'lost') await rm(join(directory, 'appendonlydir'), { recursive: true });
      server = await startRedis(program, directory);
    },
    end: async () => {
      await Promise.all(farms.splice(0).map((farm) => farm.close()));
      await server.end();
    },
  };
}
