/** A producer as a process of its own on a test's farm, to be killed or watched. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { atFileEnd } from '../machine/file-end.js';
import { farmPart } from '../renders/command-line.js';
import type { TestFarm } from './workers.js';

const started: ChildProcess[] = [];
atFileEnd(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

export interface ProducerProcess {
  readonly url: string;
  readonly pid: number;
  /** What it wrote to stderr so far: its structured log. */
  log(): string;
  signal(name: NodeJS.Signals): void;
  /** Ends it as SIGTERM does, and waits for that. */
  end(): Promise<void>;
  /** Kills it outright and waits for its end. */
  kill(): Promise<void>;
  /** Submits a composition that was uploaded; tells the id once it was accepted (202). */
  submit(compositionId: string, options: object): Promise<string>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: Uint8Array, type: string): Promise<Response>;
}

/**
 * Starts it and waits until it listens; silent and without a health listener unless `env` says otherwise. `build`: root of
 * another build to run.
 */
export async function startProducerProcess(
  { redis, storeSettings }: TestFarm,
  env: Readonly<Record<string, string>> = {},
  build?: string,
): Promise<ProducerProcess> {
  const child = spawn(process.execPath, farmPart('producer', build), {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      REDIS_URL: redis.url,
      ...storeSettings,
      FRAMEFARM_LOG_LEVEL: 'silent',
      PRODUCER_PORT: '0',
      PRODUCER_DISABLE_HEALTH_WORKER: 'true',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let words = '';
  child.stderr?.on('data', (data) => {
    words += data;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const at = /^Producer at (\S+)/.exec(line)?.[1];
      if (at !== undefined) resolve(at);
    });
    void ended.then(() => reject(new Error(`the producer ended at its start:\n${words}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    log: () => words,
    signal: (name) => child.kill(name),
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    submit: async (compositionId, options) => {
      const answer = await fetch(`${url}/renders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ source: { composition: compositionId }, ...options }),
      });
      const body = (await answer.json()) as { readonly id: string };
      if (answer.status !== 202) throw new Error(`${answer.status}: ${JSON.stringify(body)}`);
      return body.id;
    },
    get: (path, headers = {}) => fetch(`${url}${path}`, { headers }),
    post: (path, body, type) =>
      fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': type }, body: Buffer.from(body) }),
  };
}
