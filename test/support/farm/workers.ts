/** A farm for a test: real Redis, a directory store, and workers as processes of their own that run compiled code. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listProject, PACKED_TYPE, packProject } from '@framefarm/archive';
import { FramefarmError, type RawOptions } from '@framefarm/contract';
import {
  type Farm,
  isTerminal,
  KEY_PREFIX,
  QUEUES,
  type RenderRecord,
  type RenderStatus,
  type RenderSubmission,
  STORE_KEYS,
} from '@framefarm/farm';
import { type ObjectStore, openStore } from '@framefarm/storage';
import { Queue } from 'bullmq';
import { familyOf, until } from '../machine/processes.js';
import { scratchDirectory } from '../projects/project.js';
import { farmPart } from '../renders/command-line.js';
import { BUCKET, type S3Server } from '../s3/server.js';
import { startTestRedis, type TestRedis } from './redis.js';

export interface TestWorker {
  readonly name: string;
  readonly pid: number;
  readonly scratch: string;
  /** Resolves when the process has ended. */
  readonly ended: Promise<{ readonly exitCode: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Its structured log so far. */
  log(): string;
  kill(signal: NodeJS.Signals): void;
  /** The compositions' browsers and FFmpegs that run below it. */
  engines(): readonly string[];
}

export interface TestFarm {
  readonly redis: TestRedis;
  readonly farm: Farm;
  readonly store: ObjectStore;
  /** What a process of the farm has to know to open the store. */
  readonly storeSettings: Readonly<Record<string, string>>;
  /** Starts a worker and waits until it has announced itself; `build`: root of another build to run. */
  worker(name: string, env?: Readonly<Record<string, string>>, build?: string): Promise<TestWorker>;
  /** Uploads the project and tells its id. */
  upload(project: string, owner?: string): Promise<string>;
  submit(compositionId: string, options?: RawOptions, more?: Partial<RenderSubmission>): Promise<RenderRecord>;
  /** Waits for the end of a render. */
  ended(id: string): Promise<RenderRecord>;
  /** Waits until the render is in the state, or rejects once it has ended otherwise. */
  reached(id: string, status: RenderStatus): Promise<RenderRecord>;
  /** The output of a completed render as a local file. */
  output(record: RenderRecord): Promise<string>;
  /** Jobs of all queues that are not schedules. */
  jobs(): Promise<number>;
  /** Ends workers, connections and Redis. */
  end(): Promise<void>;
}

/** `s3`: where the store is, instead of in a directory. */
export async function startTestFarm({ s3 }: { readonly s3?: S3Server } = {}): Promise<TestFarm> {
  const redis = await startTestRedis();
  const directory = scratchDirectory();
  // The browsers of root run as another user.
  await chmod(directory, 0o711);
  const settings = s3?.env() ?? {};
  const place = s3 === undefined ? join(directory, 'store') : `s3://${BUCKET}/farm`;
  const store = await openStore(place, { env: settings, scratch: directory });
  const storeSettings = { ...settings, FRAMEFARM_STORE: place };
  const farm = redis.farm();
  const workers: { child: ChildProcess; ended: Promise<unknown> }[] = [];
  const logs: (() => string)[] = [];

  const worker: TestFarm['worker'] = async (name, env = {}, build) => {
    const scratch = join(directory, name);
    await mkdir(scratch);
    const child = spawn(process.execPath, farmPart('worker', build), {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        REDIS_URL: redis.url,
        ...storeSettings,
        FRAMEFARM_SCRATCH_DIR: scratch,
        WORKER_NAME: name,
        WORKER_SLOTS: '1',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    child.stderr?.on('data', (data) => {
      log += data;
    });
    const ended = new Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }>((resolve) => {
      child.once('close', (exitCode, signal) => resolve({ exitCode, signal }));
    });
    let gone = false;
    void ended.then(() => {
      gone = true;
    });
    workers.push({ child, ended });
    logs.push(() => log);
    await until(
      () => {
        if (gone) throw new Error(`worker ${name} ended at its start:\n${log}`);
        return log.includes('"msg":"worker ready"');
      },
      () => `worker ${name} is not ready:\n${log}`,
    );
    const pid = child.pid ?? 0;
    return {
      name,
      pid,
      scratch,
      ended,
      log: () => log,
      kill: (signal) => child.kill(signal),
      engines: () =>
        familyOf(pid)
          .map(({ command }) => command)
          .filter((command) => /headless|chrom|ffmpeg/i.test(command.split(' ', 1)[0] ?? '')),
    };
  };

  const record = async (id: string): Promise<RenderRecord> => {
    const found = await farm.renders.get(id);
    if (found === null) throw new Error(`render ${id} is gone`);
    return found;
  };
  /** The same, null where Redis did not answer in time: a look that is repeated may miss one. */
  const glimpse = (id: string): Promise<RenderRecord | null> =>
    record(id).catch((error) => {
      if (error instanceof FramefarmError && error.code === 'QUEUE_UNAVAILABLE') return null;
      throw error;
    });
  const words = (): string => logs.map((log) => log()).join('\n');

  return {
    redis,
    farm,
    store,
    storeSettings,
    worker,
    upload: async (project, owner = 'local') => {
      const listing = await listProject(project);
      const archive = join(scratchDirectory(), 'project.zip');
      await packProject(project, listing, archive);
      const storeKey = STORE_KEYS.composition(owner, listing.id);
      await store.putFile(storeKey, archive, { contentType: PACKED_TYPE });
      await farm.compositions.put({
        id: listing.id,
        owner,
        entryFile: 'index.html',
        files: listing.files.length,
        size: listing.totalBytes,
        lint: { errorCount: 0, warningCount: 0 },
        storeKey,
      });
      return listing.id;
    },
    submit: async (compositionId, options = {}, more = {}) => {
      const submitted = await farm.renders.submit({
        owner: 'local',
        requestId: `req-${Math.random().toString(36).slice(2)}`,
        compositionId,
        options,
        outputName: null,
        priority: 50,
        chunks: 'auto',
        labels: {},
        metadata: null,
        timeoutSeconds: 120,
        retentionSeconds: 3600,
        webhook: null,
        batch: null,
        surface: 'renders',
        ...more,
      });
      if (!('record' in submitted)) throw new Error(`the render was not taken: ${submitted.outcome}`);
      return submitted.record;
    },
    ended: (id) =>
      until(
        async () => {
          const found = await glimpse(id);
          return found !== null && isTerminal(found.status) && found;
        },
        () => `render ${id} has not ended:\n${words()}`,
      ),
    reached: (id, status) =>
      until(
        async () => {
          const found = await glimpse(id);
          if (found === null) return false;
          if (found.status !== status && isTerminal(found.status)) {
            throw new Error(`render ${id} is ${found.status}: ${found.error?.message ?? found.reason}`);
          }
          return found.status === status && found;
        },
        () => `render ${id} is not ${status}`,
      ),
    output: async ({ output, error }) => {
      if (output === null) throw new Error(`the render has no output: ${error?.code} ${error?.message}`);
      const file = join(scratchDirectory(), output.fileName);
      if (!(await store.fetchFile(output.storeKey, file))) throw new Error(`${output.storeKey} is not in the store`);
      return file;
    },
    jobs: async () => {
      const counts = await Promise.all(
        (['renders', 'capture', 'media'] as const).map(async (name) => {
          const queue = new Queue(QUEUES[name], { connection: { path: redis.url }, prefix: KEY_PREFIX });
          const count = await queue.getJobCountByTypes();
          await queue.close();
          return count;
        }),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
    end: async () => {
      for (const { child } of workers) child.kill('SIGTERM');
      const late = setTimeout(() => {
        for (const { child } of workers) child.kill('SIGKILL');
      }, 20_000);
      await Promise.all(workers.map(({ ended }) => ended));
      clearTimeout(late);
      await store.close();
      await redis.end();
    },
  };
}
