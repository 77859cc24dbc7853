import '../../support/machine/disk-files.js';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stagingPlace } from '@framefarm/render';
import { describe, expect, it } from 'vitest';
import { projectMounts } from '../../../libs/container/src/session/mounts.js';
import { openOutputs } from '../../../libs/container/src/session/outputs.js';
import { scratchDirectory } from '../../support/projects/project.js';

const CALLER = { inside: null, giveTo: null };

describe('outputs of a container', () => {
  it('are made in a directory of their own and moved into place whole', async () => {
    const directory = scratchDirectory();
    const target = join(directory, 'new', 'a.mp4');
    const outputs = await openOutputs(dirname(target), CALLER);
    expect(dirname(outputs.path)).toBe(directory);
    const made = await outputs.placeFor(target);
    await writeFile(made, 'video');
    expect(await readdir(directory)).not.toContain('new');
    await outputs.publish(made, target, 'file');
    await outputs.remove();
    expect(await readFile(target, 'utf8')).toBe('video');
    expect(await readdir(directory)).toEqual(['new']);
  });

  it('replace the frames of a longer sequence and leave other files alone', async () => {
    const target = join(scratchDirectory(), 'frames');
    await mkdir(target);
    for (const name of ['frame_000000.png', 'frame_000001.png', 'notes.txt'])
      await writeFile(join(target, name), 'old');
    const outputs = await openOutputs(dirname(target), CALLER);
    const made = await outputs.placeFor(target);
    await mkdir(made);
    await writeFile(join(made, 'frame_000000.png'), 'new');
    await outputs.publish(made, target, 'directory');
    await outputs.remove();
    expect((await readdir(target)).sort()).toEqual(['frame_000000.png', 'notes.txt']);
    expect(await readFile(join(target, 'frame_000000.png'), 'utf8')).toBe('new');
  });

  it('that are frames of a directory which is there are made in it: it may be all that this user may write to', async () => {
    const target = join(scratchDirectory(), 'frames');
    await mkdir(target);
    const outputs = await openOutputs(await stagingPlace(target, 'directory'), CALLER);
    expect(dirname(outputs.path)).toBe(target);
    const made = await outputs.placeFor(target);
    await mkdir(made);
    await writeFile(join(made, 'frame_000000.png'), 'new');
    await outputs.publish(made, target, 'directory');
    await outputs.remove();
    expect(await readdir(target)).toEqual(['frame_000000.png']);
  });

  it('are files: a link that a container left is refused', async () => {
    const directory = scratchDirectory();
    const outputs = await openOutputs(directory, CALLER);
    const made = await outputs.placeFor(join(directory, 'a.mp4'));
    await symlink('/etc/passwd', made);
    await expect(outputs.publish(made, join(directory, 'a.mp4'), 'file')).rejects.toMatchObject({
      code: 'OUTPUT_INVALID',
      message: 'the container left a.mp4, which is no regular file',
    });
    await outputs.remove();
    expect(await readdir(directory)).toEqual([]);
  });
});

describe('what a container reads', () => {
  it('is the project, packages above it and package directories, never to write', async () => {
    const above = scratchDirectory();
    const projectDir = join(above, 'a', 'slides');
    for (const path of [projectDir, join(above, 'node_modules'), join(above, 'more')])
      await mkdir(path, { recursive: true });
    const mounts = await projectMounts({
      projectDir,
      entry: 'index.html',
      packageDirs: [join(above, 'more'), join(above, 'absent')],
      reader: null,
    });
    expect(mounts.filter(({ path }) => path.startsWith(above))).toEqual(
      [projectDir, join(above, 'node_modules'), join(above, 'more')].map((path) => ({ path, writable: false })),
    );
    expect(mounts.every(({ writable }) => !writable)).toBe(true);
  });

  it.each(['/', '/usr', '/etc'])('is never %s, which the image has itself', async (projectDir) => {
    const request = { projectDir, entry: 'index.html', packageDirs: [], reader: null };
    await expect(projectMounts(request)).rejects.toMatchObject({ code: 'CONTAINER_MOUNT_REFUSED' });
  });
});
