import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject, repository } from '../../support/projects/project.js';
import { framefarm } from '../../support/renders/command-line.js';

const composition = (inside: string): string =>
  `<!doctype html><html><body><div data-composition-id="main" data-no-timeline data-width="64" data-height="64" data-duration="1">${inside}</div></body></html>`;
const WARNING = '<p data-start="0">x</p>';
const ERROR = '<script>const a = Math.random();</script>';

describe('framefarm lint', () => {
  it('exits with 0 for an example', async () => {
    const { exitCode, stdout } = await framefarm(['lint', join(repository, 'examples/nested-cards')]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'No findings.\n' });
  });

  it('exits with 1 on errors, and shows them on stdout', async () => {
    const directory = await makeProject({ 'scene.html': composition(ERROR) });
    const { exitCode, stdout, stderr } = await framefarm(['lint', directory, '-c', 'scene.html']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('error non_deterministic_code scene.html\n');
    expect(stdout.endsWith('1 error, 0 warnings.\n')).toBe(true);
    expect(stderr).toBe('');
  });

  it('exits with 1 on warnings only with --strict-all', async () => {
    const directory = await makeProject({ 'index.html': composition(WARNING) });
    expect((await framefarm(['lint', directory])).exitCode).toBe(0);
    const { exitCode, stdout } = await framefarm(['lint', directory, '--strict-all', '--json']);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, errorCount: 0, warningCount: 1, infoCount: 0 });
  });

  it('adds what depends on the output format', async () => {
    const directory = await makeProject({
      'index.html': composition('<p>x</p>').replace('data-width', 'style="background: red" data-width'),
    });
    expect((await framefarm(['lint', directory, '--format', 'webm'])).stdout).toContain('root_background_with_alpha');
  });

  it('refuses what is no project with 2', async () => {
    const directory = await makeProject({ 'index.html': composition('x') });
    mkdirSync(join(directory, 'empty'));
    expect(await framefarm(['lint', join(directory, 'empty')])).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
