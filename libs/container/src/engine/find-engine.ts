/** Finding the container engine that `--docker` uses: Docker, else Podman (cli 2). */
import { FramefarmError } from '@framefarm/contract';
import { askEngine, type Engine } from './engine.js';
import { refusal } from './engine-failure.js';

interface Runtime {
  readonly program: Engine['program'];
  readonly title: string;
  readonly question: readonly string[];
  /** The engine in the answer; null when the answer speaks of none. */
  read(answer: Readonly<Record<string, unknown>>): Omit<Engine, 'program' | 'title'> | null;
}

const RUNTIMES: readonly Runtime[] = [
  {
    program: 'docker',
    title: 'Docker',
    question: ['info', '--format', '{{json .}}'],
    read: (answer) => ({
      version: String(answer.ServerVersion ?? ''),
      cores: Number(answer.NCPU ?? 0),
      memoryBytes: Number(answer.MemTotal ?? 0),
      rootless: String(answer.SecurityOptions ?? '').includes('rootless'),
    }),
  },
  {
    program: 'podman',
    title: 'Podman',
    question: ['info', '--format', 'json'],
    read: (answer) => {
      const { host, version } = answer as {
        readonly host?: { cpus?: number; memTotal?: number; security?: { rootless?: boolean } };
        readonly version?: { Version?: string };
      };
      return {
        version: version?.Version ?? '',
        cores: host?.cpus ?? 0,
        memoryBytes: host?.memTotal ?? 0,
        rootless: host?.security?.rootless ?? false,
      };
    },
  },
];

/**
 * The first engine that answers.
 * @throws FramefarmError CONTAINER_ENGINE_NOT_FOUND, _UNAVAILABLE or _DENIED; of several refusals the first.
 */
export async function findEngine(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<Engine> {
  let first: FramefarmError | null = null;
  for (const runtime of RUNTIMES) {
    const found = await ask(runtime, env, signal);
    if (found === null) continue;
    if (!(found instanceof FramefarmError)) return found;
    first ??= found;
  }
  signal?.throwIfAborted();
  throw first ?? new FramefarmError('CONTAINER_ENGINE_NOT_FOUND', 'neither docker nor podman is on PATH');
}

/** Null when the program is not installed. */
async function ask(
  { program, title, question, read }: Runtime,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal | undefined,
): Promise<Engine | FramefarmError | null> {
  let run: Awaited<ReturnType<typeof askEngine>>;
  try {
    run = await askEngine(program, question, env, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES') return null;
    throw error;
  }
  const facts = run.exitCode === 0 ? read(parsed(run.stdout)) : null;
  if (facts !== null && /^\d/.test(facts.version)) return { program, title, ...facts };
  return refusal(title, run.endedBy === 'deadline' ? 'it gave no answer within 10 s' : run.stderr || run.stdout);
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
