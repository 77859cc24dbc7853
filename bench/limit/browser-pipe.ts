/** The thinnest client of a browser: one process, its debugging pipe, and calls in JSON. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

interface Pending {
  readonly resolve: (result: Record<string, unknown>) => void;
  readonly reject: (error: Error) => void;
}

export class BrowserPipe {
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #rest = '';

  constructor(path: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#child = spawn(path, ['--remote-debugging-pipe', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    this.pid = this.#child.pid ?? 0;
    const answers = this.#child.stdio[4] as Readable;
    answers.setEncoding('utf8');
    answers.on('data', (data: string) => this.#read(data));
    const fail = (error: Error): void => {
      for (const { reject } of this.#pending.values()) reject(error);
      this.#pending.clear();
    };
    this.#child.once('error', fail);
    this.#child.once('exit', (code) => fail(new Error(`the browser ended with exit code ${code}`)));
  }

  /** @throws when the browser refuses the call or ends. */
  call(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    this.#lastId += 1;
    const id = this.#lastId;
    const message = JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) });
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      (this.#child.stdio[3] as Writable).write(`${message}\0`);
    });
  }

  /** Ends the browser; its children end with it. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    await Promise.race([this.call('Browser.close').catch(() => {}), gone]);
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 3_000);
    await gone;
    clearTimeout(timer);
  }

  #read(data: string): void {
    const messages = (this.#rest + data).split('\0');
    this.#rest = messages.pop() ?? '';
    for (const text of messages) {
      const { id, result, error } = JSON.parse(text);
      const pending = this.#pending.get(id);
      if (pending === undefined) continue;
      this.#pending.delete(id);
      if (error === undefined) pending.resolve(result);
      else pending.reject(new Error(`${error.message}`));
    }
  }
}
