/** A container engine as this machine's user may use it, and how it is spoken to. */
import { childEnvironment, type RunResult, runProcess } from '@framefarm/process';

export interface Engine {
  readonly program: 'docker' | 'podman';
  /** In words: `Docker`, `Podman`. */
  readonly title: string;
  /** Of the part that does the work. */
  readonly version: string;
  /** Cores and bytes of memory that containers share. */
  readonly cores: number;
  readonly memoryBytes: number;
  /** True when the engine runs as the user, whom containers then know as root. */
  readonly rootless: boolean;
}

/** Variables by which a user points the programs at another engine, or at settings of their own. */
const ENGINE_VARIABLES = [
  'DOCKER_HOST',
  'DOCKER_CONTEXT',
  'DOCKER_CONFIG',
  'DOCKER_TLS_VERIFY',
  'DOCKER_CERT_PATH',
  'CONTAINER_HOST',
  'SSH_AUTH_SOCK',
] as const;

/** What the program of an engine may see of the environment. */
export function engineEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const extra: NodeJS.ProcessEnv = {};
  for (const name of [...ENGINE_VARIABLES, 'PATH'] as const) if (env[name] !== undefined) extra[name] = env[name];
  return childEnvironment(extra);
}

/** One short question to an engine; it may answer from another host. Rejects only when the program cannot be started. */
export function askEngine(
  program: Engine['program'],
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<RunResult> {
  return runProcess(program, args, { env: engineEnvironment(env), deadlineMs: 10_000, signal });
}
