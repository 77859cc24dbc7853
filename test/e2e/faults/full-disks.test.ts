/** File systems that fill up in the middle of a render. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillDisk, mayMount, mountSmall } from '../../support/machine/tmpfs.js';
import { composition, scratchDirectory } from '../../support/projects/project.js';
import { nothingIsLeft, renderFaultyHere } from '../../support/renders/fault-bench.js';

const MIB = 2 ** 20;
/** Noise, which no codec makes small: some hundred kilobytes a frame. */
const noise = (duration: number): string =>
  composition(
    `<canvas id="noise" width="640" height="360"></canvas>
   <script>
     const context = document.getElementById('noise').getContext('2d');
     addEventListener('hf-seek', ({ detail: { time } }) => {
       const image = context.createImageData(640, 360);
       const pixels = new Uint32Array(image.data.buffer);
       let state = 1 + Math.round(time * 1000);
       for (let at = 0; at < pixels.length; at++) {
         state = Math.imul(state, 1664525) + 1013904223;
         pixels[at] = 0xff000000 | (state ^ (state >>> 16));
       }
       context.putImageData(image, 0, 0);
     });
   </script>`,
    { width: 640, height: 360, duration },
  );
// Where mounting is forbidden, as it is to all but root, these tests cannot be.
describe.runIf(mayMount())('a disk that is full', () => {
  let disk: string;
  beforeAll(() => {
    disk = mountSmall(6 * MIB) as string;
  });

  it('where temporary files go: the render fails with DISK_FULL and gives the space back', async () => {
    const tmp = join(disk, 'tmp');
    const output = join(scratchDirectory(), 'out.mp4');
    writeFileSync(output, 'older');
    const { exitCode, last } = await renderFaultyHere(
      { 'index.html': noise(1.5) },
      { tmp, output, flags: ['--crf', '1', '--workers', '1'] },
    );
    expect(last).toMatchObject({ type: 'render-error', errorCode: 'DISK_FULL' });
    expect(exitCode).toBe(1);
    expect(readFileSync(output, 'utf8')).toBe('older');
    await nothingIsLeft(tmp);
  });

  it.each([
    ['mp4', ['--crf', '1']],
    ['png-sequence', ['--format', 'png-sequence']],
  ] as const)('where the %s goes: the same, and an older output stays as it was', async (format, flags) => {
    const directory = join(disk, `out-${format}`);
    const output = join(directory, format === 'png-sequence' ? 'frames' : `out.${format}`);
    const witness = format === 'png-sequence' ? join(output, 'frame_000001.png') : output;
    mkdirSync(join(witness, '..'), { recursive: true });
    writeFileSync(witness, 'older');
    const { exitCode, last } = await renderFaultyHere(
      { 'index.html': noise(1.5) },
      { output, flags: [...flags, '--workers', '1'] },
    );
    expect(last).toMatchObject({ type: 'render-error', errorCode: 'DISK_FULL' });
    expect(exitCode).toBe(1);
    expect(readFileSync(witness, 'utf8')).toBe('older');
    expect(readdirSync(directory)).toHaveLength(1);
  });

  it('from the start, to its last byte: refused before any work, as a directory that cannot be written', async () => {
    const full = mountSmall(64 * 1024) as string;
    fillDisk(join(full, 'filler'));
    const { exitCode, last } = await renderFaultyHere({ 'index.html': noise(0.5) }, { output: join(full, 'out.mp4') });
    expect(last).toMatchObject({ errorCode: 'DISK_FULL', error: `${full} cannot be written (ENOSPC)`, stage: null });
    expect(exitCode).toBe(1);
    expect(readdirSync(full)).toEqual(['filler']);
  });

  it('with room for no output: DISK_FULL, and no directory is made', async () => {
    const full = mountSmall(64 * 1024) as string;
    writeFileSync(join(full, 'filler'), Buffer.alloc(60 * 1024));
    const output = join(full, 'deep', 'out.mp4');
    const { last } = await renderFaultyHere({ 'index.html': noise(0.5) }, { output, flags: ['--crf', '1'] });
    expect(last).toMatchObject({ errorCode: 'DISK_FULL' });
    expect(existsSync(join(full, 'deep'))).toBe(false);
  });
});
