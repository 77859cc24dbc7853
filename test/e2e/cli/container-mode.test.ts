/**
 * The command line's side of container mode, with a stand-in for the engine that starts the image's program as a process of this
 * machine: the words between the two ends are the real ones. On a real engine: test/container.
 */
import '../../support/machine/disk-files.js';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { userCacheDirectory } from '@framefarm/process';
import { beforeAll, describe, expect, it } from 'vitest';
import { descendant, noneNaming } from '../../support/machine/processes.js';
import { repository } from '../../support/machine/repository.js';
import { ffmpegPath, ffprobePath } from '../../support/output/decode.js';
import { openProject } from '../../support/projects/open-project.js';
import { openDirectory } from '../../support/projects/project.js';
import { framefarm, render, startFramefarm } from '../../support/renders/command-line.js';

const INFO = '{"ServerVersion":"20.10.24","NCPU":4,"MemTotal":16000000000,"SecurityOptions":["name=seccomp"]}';
const SESSION = join(repository, 'libs/container/dist/inside/session.js');

let engine: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  engine = openDirectory();
  await mkdir(join(engine, 'tmp'));
  // Only its presence counts: an image without a record is not one that renders.
  await mkdir(join(engine, 'image'));
  await writeFile(join(engine, 'image', 'manifest.json'), JSON.stringify({ digest: 'a stand-in' }));
  // As in an image its fonts are unpacked, where this user has them so; otherwise each session would do that by itself.
  const own = userCacheDirectory();
  for (const name of existsSync(own) ? await readdir(own) : []) {
    if (/^fonts-\w+$/.test(name)) await symlink(join(own, name), join(engine, 'image', name));
  }
  // An FFmpeg that starts at once.
  const programs = `FRAMEFARM_FFMPEG_PATH=${ffmpegPath} FRAMEFARM_FFPROBE_PATH=${ffprobePath}`;
  const image = `export TMPDIR=${engine}/tmp FRAMEFARM_IMAGE_DIR=${engine}/image ${programs}`;
  const run = `echo "$@" >>${engine}/calls; ${image}; exec ${process.execPath} ${SESSION} ${engine}`;
  const script = `#!/bin/sh\ncase $1 in info) echo '${INFO}' ;; image) echo sha256:0 ;; run) ${run} ;; esac\n`;
  await writeFile(join(engine, 'docker'), script);
  await chmod(join(engine, 'docker'), 0o755);
  env = { PATH: `${engine}${delimiter}${process.env.PATH}` };
});

// They wait for processes to start, so they wait together; but for the last, after which none is left.
describe('--docker', () => {
  it.concurrent('shows a render in a container as any other, and puts its file in place', async () => {
    const project = await openProject('<p>hello</p>', { duration: 0.2 });
    const output = join(project, 'out', 'a.mp4');
    const result = await framefarm(['render', project, '--docker', '-o', output, '-q', 'draft'], { env });
    expect(result.stdout.split('\n')).toEqual([
      'Rendering composition "test" (30fps, draft quality)',
      expect.stringMatching(/^Captured 6 frames in \d+\.\ds$/),
      expect.stringMatching(/^Encoded to .*out\/a\.mp4 \(0\.2s, 160x90, /),
      '',
    ]);
    expect(result.stderr).toMatch(/Progress \d+% capturing/);
    expect(result.exitCode).toBe(0);
    expect(await readdir(join(project, 'out'))).toEqual(['a.mp4']);
    const calls = (await readFile(join(engine, 'calls'), 'utf8')).split('\n');
    const call = calls.find((one) => one.includes(project));
    expect(call).toContain('--network=none');
    expect(call).toContain(`source=${project},target=${project},readonly`);
    const done = await render(project, output, ['--docker'], env);
    expect(done).toMatchObject({ outputPath: output, capture: { path: 'beginframe' } });
  });

  it.concurrent('shares out lanes among the rows of a batch, and makes equal rows once', async () => {
    const project = await openProject('<p>{{n}}</p>', { duration: 0.2 });
    const rows = [{ n: 1 }, { n: 2 }, { n: 1 }];
    await writeFile(join(project, 'rows.json'), JSON.stringify(rows));
    const args = ['render', project, '--docker', '--batch', join(project, 'rows.json'), '--batch-concurrency', '2'];
    const flags = ['-o', join(project, 'out', '{index}.mp4'), '-q', 'draft', '--workers', '1', '--json'];
    const result = await framefarm([...args, ...flags], { env });
    expect(result.exitCode).toBe(0);
    const events = result.events();
    expect(events.at(-1)).toMatchObject({ type: 'batch-complete', total: 3, completed: 3 });
    expect(events.filter(({ copyOf }) => typeof copyOf === 'number')).toMatchObject([{ index: 2, copyOf: 0 }]);
    expect((await readdir(join(project, 'out'))).sort()).toEqual(['0.mp4', '1.mp4', '2.mp4', 'manifest.json']);
  });

  it.concurrent('tells a composition’s own fault as a render without a container does', async () => {
    const project = await openProject('', { duration: null });
    const args = ['render', project, '-o', join(project, 'out', 'a.mp4'), '--json'];
    const [inside, outside] = await Promise.all([framefarm([...args, '--docker'], { env }), framefarm(args)]);
    expect(inside.exitCode).toBe(outside.exitCode);
    const { ts: _, ...event } = inside.events().at(-1) ?? {};
    expect(outside.events().at(-1)).toMatchObject(event);
  });

  it('ends with the reason when the container is lost', async () => {
    const project = await openProject('<p>long</p>', { duration: 600 });
    const args = ['render', project, '--docker', '-o', join(project, 'out', 'a.mp4'), '-q', 'draft', '--json'];
    const command = startFramefarm(args, { env });
    await command.event(({ stage, progress }) => stage === 'capture' && progress > 0);
    process.kill((await descendant(command.pid, /inside\/session\.js/)).pid, 'SIGKILL');
    const result = await command.ended;
    expect(result.exitCode).toBe(1);
    expect(result.events().at(-1)).toMatchObject({ type: 'render-error', errorCode: 'CONTAINER_FAILED' });
    expect(await readdir(join(project, 'out'))).toEqual([]);
    await noneNaming(SESSION);
  });
});
