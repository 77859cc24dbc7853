/** Ctrl-C, time limits and restarts around a farm, each on a farm of its own (cli 1.2, 7). */
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
import { HOLD, WAIT, wrappedFfmpeg } from '../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();

const ONE_SLOT = ['--slots', '1'];
const short = (): Promise<string> => makeProject({ 'index.html': composition('<p>Hi</p>', { duration: 2 }) });

// Each waits for a farm to start and to end, so they wait together.
it.concurrent('Ctrl-C cancels what was submitted, detach leaves it, and ending the farm leaves no process', async () => {
  // No render comes to its end.
  const { path } = await wrappedFfmpeg('encode', HOLD);
  const farm = await startFarm({ flags: ONE_SLOT, env: { FRAMEFARM_FFMPEG_PATH: path } });
  const project = await short();
  const env = { FRAMEFARM_URL: farm.url, XDG_STATE_HOME: project };
  const status = async (id: string) => JSON.parse((await framefarm(['farm', 'status', id, '--json'], { env })).stdout);

  const flags = ['render', project, '-q', 'draft', '-o', join(project, 'out.mp4')];
  const cancelled = startFramefarm(flags, { env });
  await cancelled.seen(/capturing/);
  cancelled.kill('SIGINT');
  const { exitCode, stderr } = await cancelled.ended;
  const [id = ''] = /rnd_\w+(?= is cancelled)/.exec(stderr) ?? [];
  expect([exitCode, id]).toEqual([130, expect.stringMatching(/^rnd_/)]);
  await until(
    async () => (await status(id)).status === 'cancelled',
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
  expect((await status(going)).status).toMatch(/^(queued|preparing|rendering)$/);
  for (const one of [left, going]) expect((await framefarm(['farm', 'cancel', one], { env })).exitCode).toBe(0);

  const family = familyOf(farm.command.pid).map(({ pid }) => pid);
  expect(await farm.stop()).toBe(0);
  expect(family.flatMap((pid) => familyOf(pid))).toEqual([]);
  await noneNaming(farm.data);
});

it.concurrent('a watched render is followed through the death and the restart of the whole farm', async () => {
  const { path, notes } = await wrappedFfmpeg('encode', WAIT);
  const env = { FRAMEFARM_FFMPEG_PATH: path };
  const port = String(await freePort());
  const first = await startFarm({ flags: ONE_SLOT, port, env });
  const project = await short();
  const output = join(project, 'out.mp4');
  const waiting = startFramefarm(['render', project, '-q', 'draft', '-o', output], {
    env: { FRAMEFARM_URL: first.url, XDG_STATE_HOME: project },
  });
  await waiting.seen(/capturing/);
  first.command.kill('SIGKILL');
  await first.command.ended;
  await noneNaming(first.data);
  await writeFile(join(notes, 'on'), '');
  const second = await startFarm({ flags: ONE_SLOT, port, data: first.data, env });
  const { exitCode, stderr } = await waiting.ended;
  expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/connection to the farm was lost/)]);
  expect(readFileSync(output).length).toBeGreaterThan(0);
  expect(await second.stop()).toBe(0);
});
