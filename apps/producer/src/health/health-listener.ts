/** Starting and ending the health thread (http-api 1): its port, and what it asks the main thread. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

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
): Promise<HealthListener> {
  const thread = new Worker(threadFile(), { workerData: { host, port } });
  const bound = await new Promise<number>((resolve, reject) => {
    thread.once('error', reject);
    thread.once('message', (message: { port: number }) => resolve(message.port));
  });
  thread.on('message', async ({ id, path }: HealthQuestion) => {
    if (path !== undefined) thread.postMessage({ id, ...(await answer(path)) } satisfies HealthAnswer);
  });
  const shown = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${shown}:${bound}`, close: async () => void (await thread.terminate()) };
}

/** Always the compiled thread: Node runs it by itself, also when the rest runs from its source. */
function threadFile(): string {
  const beside = fileURLToPath(new URL('./health-thread.js', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../dist/health/health-thread.js', import.meta.url));
}
