/** A whole farm as its user starts it: `framefarm farm start` in a process of its own, with a place of its own. */
import { join } from 'node:path';
import { scratchDirectory } from '../projects/project.js';
import { type RunningCommand, startFramefarm } from '../renders/command-line.js';

export interface FarmProcess {
  readonly url: string;
  readonly data: string;
  readonly command: RunningCommand;
  /** Ends it as Ctrl-C does; resolves with its exit status. */
  stop(): Promise<number | null>;
}

export interface FarmOptions {
  readonly flags?: readonly string[];
  /** Data directory; a new one without it. */
  readonly data?: string;
  /** Any free one without it. */
  readonly port?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts a farm and resolves when it is ready. */
export async function startFarm({ flags = [], data, port = '0', env = {} }: FarmOptions = {}): Promise<FarmProcess> {
  const directory = data ?? join(scratchDirectory(), 'data');
  const ports = ['--port', port, '--health-port', '0'];
  const command = startFramefarm(['farm', 'start', '--data', directory, ...ports, ...flags], {
    env: { REDIS_URL: '', FRAMEFARM_STORE: '', FRAMEFARM_DRAIN_SECONDS: '5', ...env },
  });
  const url = (await command.seen(/Farm ready at http:\/\/\S+/)).replace('Farm ready at ', '');
  return {
    url,
    data: directory,
    command,
    stop: async () => {
      command.kill('SIGINT');
      return (await command.ended).exitCode;
    },
  };
}
