/** Starting and ending the health thread (http-api 1): its port, and what it asks the main thread. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Log, startLastingThread } from '@framefarm/telemetry';

export interface HealthQuestion {
  readonly id: number;
  readonly path: '/readyz' | '/metrics';
}

export interface HealthAnswer {
  readonly id: number;
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface HealthListener {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the thread and resolves when it listens. @throws what listening throws, such as EADDRINUSE. */
export async function startHealthListener(
  host: string,
  port: number,
  answer: (path: HealthQuestion['path']) => Promise<Omit<HealthAnswer, 'id'>>,
  log: Log,
): Promise<HealthListener> {
  const thread = await startLastingThread({
    open: (first: { readonly port: number } | null) =>
      new Worker(threadFile(), { workerData: { host, port: first?.port ?? port } }),
    onMessage: async (message, reply) => {
      const { id, path } = message as HealthQuestion;
      reply({ id, ...(await answer(path)) } satisfies HealthAnswer);
    },
    log,
  });
  const shown = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${shown}:${thread.word.port}`, close: () => thread.close() };
}

/** Always the compiled thread: Node runs it by itself, also when the rest runs from its source. */
function threadFile(): string {
  const beside = fileURLToPath(new URL('./health-thread.js', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../dist/health/health-thread.js', import.meta.url));
}
