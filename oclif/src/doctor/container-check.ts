/** Whether container mode could run: Docker or Podman, found and answering (cli 8). */
import { childEnvironment, runProcess } from '@framefarm/process';
import { type CheckResult, type DoctorOptions, verdict } from './check.js';

/** A daemon that answers does so within milliseconds; a dead remote host must not hold the report up. */
const ANSWER_DEADLINE_MS = 5_000;
const HINT = 'Needed only for --docker: install Docker or Podman and start it.';

/** How each runtime is asked for the version of the part that does the work. */
const RUNTIMES = [
  { program: 'docker', title: 'Docker', args: ['version', '--format', '{{.Server.Version}}'] },
  { program: 'podman', title: 'Podman', args: ['info', '--format', '{{.Version.Version}}'] },
] as const;

/** Variables by which a user points these programs at another daemon. */
const DAEMON_VARIABLES = ['DOCKER_HOST', 'DOCKER_CONTEXT', 'DOCKER_CONFIG', 'CONTAINER_HOST'] as const;

export async function checkContainerRuntime(options: DoctorOptions): Promise<CheckResult> {
  const extra = Object.fromEntries(
    DAEMON_VARIABLES.flatMap((name) => (options.env[name] === undefined ? [] : [[name, options.env[name]]])),
  );
  const env = childEnvironment({ ...extra, ...(options.env.PATH === undefined ? {} : { PATH: options.env.PATH }) });
  const silent: string[] = [];
  for (const { program, title, args } of RUNTIMES) {
    try {
      const run = await runProcess(program, args, { env, deadlineMs: ANSWER_DEADLINE_MS, signal: options.signal });
      const version = run.stdout.trim();
      if (run.exitCode === 0 && /^\d/.test(version)) {
        return verdict('Container runtime', true, false, `${title} ${version}`, HINT);
      }
      silent.push(title);
    } catch {
      // Not installed: the next one may be.
    }
  }
  const detail = silent.length === 0 ? 'not found' : `${silent.join(' and ')} found, but its service does not answer`;
  return verdict('Container runtime', false, false, detail, HINT);
}
