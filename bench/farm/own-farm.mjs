/** A farm for one benchmark: a private Redis, a producer and workers as processes of their own, in a directory of their own. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openFarm } from '@framefarm/farm';
import { findRedis, startRedis } from '@framefarm/farm/private-redis';
import { createFarmClient } from '@framefarm/farm-client';
import { spawnOwned } from '@framefarm/process';

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const PRODUCER = join(repository, 'apps/producer/dist/main.js');
const WORKER = join(repository, 'apps/worker/dist/main.js');
/** Longest wait for a program to be ready, or to end before it is killed, ms. */
const READY_MS = 60_000;
const END_MS = 20_000;

/** Starts a program; resolves with it once its output, on either stream, holds `ready`. */
async function startProgram(name, { program, args = [], cores, env, ready }) {
  const line = [process.execPath, program, ...args];
  const [file, ...rest] = cores === undefined ? line : ['taskset', '--cpu-list', cores, ...line];
  const owned = spawnOwned(file, rest, { env: { ...process.env, ...env } });
  const { child, ended } = owned;
  let told = '';
  let found;
  await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${name} is not ready:\n${told.slice(-2000)}`)), READY_MS);
    const hear = (data) => {
      if (found !== undefined) return;
      told += data;
      found = ready.exec(told) ?? undefined;
      if (found === undefined) return;
      clearTimeout(late);
      resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => {
      clearTimeout(late);
      reject(new Error(`${name} ended at its start:\n${told.slice(-2000)}`));
    });
  });
  return {
    name,
    pid: child.pid,
    found,
    end: () => owned.end(END_MS),
  };
}

/**
 * Starts Redis and a producer without keys. `worker(name, …)` adds a worker: `cores` as taskset names them, `slots` lanes,
 * `program` another program than the worker's own.
 */
export async function startFarm({ maxConcurrentRenders = 2 } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'framefarm-bench-'));
  // As root, browsers run as another user, who has to pass to a worker's scratch directory.
  chmodSync(directory, 0o711);
  const store = join(directory, 'store');
  mkdirSync(store);
  const redis = await startRedis(await findRedis(), join(directory, 'redis'));
  const programs = [];
  const env = {
    NODE_ENV: 'production',
    REDIS_URL: redis.url,
    FRAMEFARM_STORE: store,
    FRAMEFARM_LOG_LEVEL: 'info',
    FRAMEFARM_DRAIN_SECONDS: '1',
  };
  let farm = null;
  const end = async () => {
    for (const program of programs.splice(0).reverse()) await program.end();
    await farm?.close();
    await redis.end();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const producer = await startProgram('producer', {
      program: PRODUCER,
      env: {
        ...env,
        FRAMEFARM_LOG_LEVEL: 'warn',
        PRODUCER_PORT: '0',
        PRODUCER_HEALTH_PORT: '0',
        PRODUCER_MAX_CONCURRENT_RENDERS: String(maxConcurrentRenders),
      },
      ready: /Producer at (http:\S+)/,
    });
    programs.push(producer);
    farm = openFarm({ redis: redis.url });
    const url = producer.found[1];
    return {
      url,
      directory,
      store,
      redis,
      farm,
      producer,
      client: createFarmClient({ url, apiKey: null }),
      worker: async (name, { slots = 1, cores, program = WORKER, args = [] } = {}) => {
        const scratch = join(directory, name);
        mkdirSync(scratch);
        const worker = await startProgram(name, {
          program,
          args,
          cores,
          env: { ...env, WORKER_NAME: name, WORKER_SLOTS: String(slots), FRAMEFARM_SCRATCH_DIR: scratch },
          ready: /"msg":"worker ready"/,
        });
        programs.push(worker);
        return worker;
      },
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}
