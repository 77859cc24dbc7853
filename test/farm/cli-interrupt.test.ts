/** Ctrl-C, time limits and restarts around a farm (cli 1.2, 7). */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startFarm } from '../support/farm/farm-process.js';
import { freePort } from '../support/machine/free-port.js';
import { familyOf, noneNaming, until } from '../support/machine/processes.js';
import { composition, makeProject } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { framefarm, startFramefarm } from '../support/renders/command-line.js';
import { WAIT, wrappedFfmpeg } from '../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();

it('Ctrl-C cancels what was submitted, detach leaves it, a watched render outlives the whole farm, and ending the farm leaves no process', async () => {
  // No render comes to its end before that is wanted.
  const { path, notes } = await wrappedFfmpeg('encode', WAIT);
  const port = String(await freePort());
  const about = { flags: ['--slots', '1'], port, env: { FRAMEFARM_FFMPEG_PATH: path } };
  const farm = await startFarm(about);
  const project = await makeProject({ 'index.html': composition('<p>Hi</p>') });
  const env = { FRAMEFARM_URL: farm.url, XDG_STATE_HOME: project };
  const status = async (id: string) =>
    ((await (await fetch(`${farm.url}/renders/${id}`)).json()) as { readonly status: string }).status;

  const output = join(project, 'out.mp4');
  const flags = ['render', project, '-q', 'draft', '-o', output];
  const cancelled = startFramefarm(flags, { env });
  await cancelled.seen(/capturing/);
  cancelled.kill('SIGINT');
  const { exitCode, stderr } = await cancelled.ended;
  const [id = ''] = /rnd_\w+(?= is cancelled)/.exec(stderr) ?? [];
  expect([exitCode, id]).toEqual([130, expect.stringMatching(/^rnd_/)]);
  await until(
    async () => (await status(id)) === 'cancelled',
    () => `${id} is not cancelled`,
  );

  let left = '';
  // One whose time is over before the farm has answered knows no render yet, and has twice the time then.
  for (let seconds = 4; left === ''; seconds *= 2) {
    const limited = await framefarm([...flags, '--wait-timeout', `${seconds}s`], { env });
    expect([limited.exitCode, limited.stderr]).toEqual([69, expect.stringMatching(/STILL_RUNNING/)]);
    left = /framefarm farm watch (rnd_\w+)/.exec(limited.stderr)?.[1] ?? '';
  }
  expect((await framefarm(['farm', 'status', left], { env })).exitCode).toBe(69);

  const detached = startFramefarm([...flags, '--on-interrupt', 'detach'], { env });
  await detached.seen(/Submitted as/);
  detached.kill('SIGINT');
  const [, going = ''] = /(rnd_\w+) goes on/.exec((await detached.ended).stderr) ?? [];
  expect(await status(going)).toMatch(/^(queued|preparing|rendering)$/);
  for (const one of [left, going]) expect((await framefarm(['farm', 'cancel', one], { env })).exitCode).toBe(0);

  const waiting = startFramefarm(flags, { env });
  await waiting.seen(/capturing/);
  farm.command.kill('SIGKILL');
  await farm.command.ended;
  await noneNaming(farm.data);
  await writeFile(join(notes, 'on'), '');
  const again = await startFarm({ ...about, data: farm.data });
  const watched = await waiting.ended;
  expect([watched.exitCode, watched.stderr]).toEqual([0, expect.stringMatching(/connection to the farm was lost/)]);
  expect(readFileSync(output).length).toBeGreaterThan(0);

  const family = familyOf(again.command.pid).map(({ pid }) => pid);
  expect(await again.stop()).toBe(0);
  expect(family.flatMap((pid) => familyOf(pid))).toEqual([]);
  await noneNaming(again.data);
});
