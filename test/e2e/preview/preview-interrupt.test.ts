/** Ctrl-C ends a preview with 0, other signals with their own status, and leave nothing of it, also while it renders (cli 1.1). */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noneNaming } from '../../support/machine/processes.js';
import { composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { startFramefarm } from '../../support/renders/command-line.js';
import { openPreviewPage, openViewer } from '../../support/renders/previewed.js';

useBundledFfmpeg();

it('ends with 0 during a render and leaves no process and no temporary file', async () => {
  const project = await makeProject({ 'index.html': composition('<p>slow</p>', { duration: 60 }) });
  const cwd = scratchDirectory();
  const tmp = join(cwd, 'tmp');
  mkdirSync(tmp);
  const command = startFramefarm(['preview', project, '--no-open'], { cwd, env: { TMPDIR: tmp } });
  const line = await command.seen(/^Preview of .*: (http:\S+)$/m);
  const browser = await openViewer();
  try {
    const { page, says } = await openPreviewPage(browser, line.slice(line.indexOf('http:')));
    await page.click('#render');
    await says('#job-detail', /frame [1-9]\d* of/);
    command.kill('SIGINT');
    const { exitCode, stderr } = await command.ended;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    await says('#connection', /The preview has ended/);
  } finally {
    command.kill('SIGKILL');
    await browser.close();
  }
  await noneNaming(tmp);
  expect(readdirSync(tmp)).toEqual([]);
  expect(
    readdirSync(cwd)
      .filter((name) => name !== 'tmp')
      .flatMap((name) => readdirSync(join(cwd, name))),
  ).toEqual([]);
});

it.concurrent.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('ends with the status of %s', async (signal, status) => {
  const project = await makeProject({ 'index.html': composition('') });
  const command = startFramefarm(['preview', project, '--no-open']);
  await command.seen(/^Preview of /m);
  command.kill(signal);
  expect(await command.ended).toMatchObject({ exitCode: status, stderr: '' });
});
