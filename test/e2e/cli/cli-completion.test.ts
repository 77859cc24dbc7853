import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeProject } from '../../support/projects/project.js';
import { framefarm } from '../../support/renders/command-line.js';

const run = promisify(execFile);

/** Asks bash, with the script loaded, what it offers for the last word. */
async function offered(script: string, words: readonly string[], cwd: string): Promise<string[]> {
  const ask = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
_framefarm
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['--norc', '-uc', ask, 'bash', 'framefarm', ...words], { cwd });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('framefarm completion', () => {
  let script = '';
  let cwd = '';
  beforeAll(async () => {
    script = (await framefarm(['completion', 'bash'])).stdout;
    cwd = await makeProject({ 'my film/index.html': '', 'notes.txt': '' });
  });
  const offers = (...words: string[]): Promise<string[]> => offered(script, words, cwd);

  it('is loaded by lines that can be copied as they stand', async () => {
    const { stdout } = await framefarm(['completion', '--help']);
    expect(stdout).toContain('and framefarm completion fish | source');
    expect(stdout).not.toContain('$ framefarm completion fish');
  });

  it('bash offers commands', async () => {
    expect(await offers('re')).toEqual(['render']);
    expect(await offers('')).toEqual(expect.arrayContaining(['doctor', 'init', 'lint', 'render', 'completion']));
    expect(await offers('help', 'li')).toEqual(['lint']);
  });

  it('bash offers commands below a topic, and their flags', async () => {
    expect(await offers('fa')).toEqual(['farm']);
    expect(await offers('farm', 'st')).toEqual(['start', 'status']);
    expect(await offers('farm', 'start', '--sl')).toEqual(['--slots']);
    expect(await offers('farm', 'list', '--sl')).toEqual([]);
  });

  it('bash offers flags, with their other form', async () => {
    expect(await offers('render', '--vi')).toEqual(['--video-bitrate', '--video-frame-format']);
    expect(await offers('render', 'dir', '--no-s')).toEqual(['--no-sandbox']);
    expect(await offers('lint', '--str')).toEqual(['--strict-all']);
    expect(await offers('render', '--he')).toEqual(['--help']);
  });

  it('bash offers the values of a flag, after a space and after =', async () => {
    expect(await offers('render', '--quality', '')).toEqual(['draft', 'standard', 'high']);
    expect(await offers('render', '-q', 'h')).toEqual(['high']);
    expect(await offers('render', '--format', '=', 'm')).toEqual(['mp4', 'mov']);
    expect(await offers('render', '--format', '=')).toContain('gif');
    expect(await offers('init', '--template', 'l')).toEqual(['lower-third']);
    expect(await offers('completion', 'f')).toEqual(['fish']);
    expect(await offers('render', '--crf', '')).toEqual([]);
  });

  it('bash offers directories for a project and files where a file is wanted, spaces and all', async () => {
    expect(await offers('render', 'my')).toEqual(['my film']);
    expect(await offers('render', 'no')).toEqual([]);
    expect(await offers('render', '--variables-file', 'no')).toEqual(['notes.txt']);
  });

  it('says which shells there are', async () => {
    const { exitCode, stderr, stdout } = await framefarm(['completion', 'fihs']);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('the shell "fihs" must be one of bash, zsh, fish; did you mean "fish"?');
  });
});
