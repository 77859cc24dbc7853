/** Standard streams that cannot be written: the command goes on and says by its exit code what came of it (cli 1). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composition, makeProject } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { type CommandResult, framefarm } from '../../support/renders/command-line.js';

useBundledFfmpeg();

/** The command with streams as a shell puts them, on a device that is always full. */
const redirected = (args: readonly string[], redirection: string): Promise<CommandResult> =>
  framefarm(args, { by: ['sh', '-c', `"$0" "$@" ${redirection}`] });

async function rendered(redirection: string): Promise<CommandResult & { readonly hasOutput: boolean }> {
  const project = await makeProject({ 'index.html': composition('', { duration: 0.2 }) });
  const output = join(project, 'out.mp4');
  const result = await redirected(['render', project, '-o', output, '--quality', 'draft'], redirection);
  return { ...result, hasOutput: existsSync(output) };
}

describe('a full disk behind', () => {
  it('stdout costs a render no more than its lines, and is said', async () => {
    const result = await rendered('> /dev/full');
    expect(result).toMatchObject({ hasOutput: true, exitCode: 1 });
    expect(result.stderr).toMatch(/^Error: stdout could not be written \(ENOSPC\)$/m);
    expect(result.stderr).not.toMatch(/^\s+at /m);
  });

  it('stderr costs a render nothing', async () => {
    const result = await rendered('2> /dev/full');
    expect(result).toMatchObject({ hasOutput: true, exitCode: 0, stdout: expect.stringContaining('Encoded to') });
  });

  it.each(['lint', 'lint --json', 'render --help', 'completion bash', '--version'])(
    '%s is told in one line',
    async (line) => {
      const [command = '', ...flags] = line.split(' ');
      const project = await makeProject({ 'index.html': composition('') });
      const args = command === 'lint' ? [command, project, ...flags] : [command, ...flags];
      const result = await redirected(args, '> /dev/full');
      expect(result).toMatchObject({ exitCode: 1, stderr: 'Error: stdout could not be written (ENOSPC)\n' });
    },
  );
});
