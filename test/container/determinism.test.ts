/** The same project gives the same file in a container, byte for byte: on each run and with any number of lanes. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { OUTPUT_FORMATS } from '../../libs/contract/src/formats.js';
import { openProject } from '../support/projects/open-project.js';
import { cell } from '../support/projects/scene.js';
import { render } from '../support/renders/command-line.js';

/** Long enough for four chunks, so that four lanes have work. */
const SECONDS = 16;

/** SHA-256 of all files of an output, read from the disk of this machine. */
function digest(path: string): string {
  const files = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(readFileSync(file));
  return hash.digest('hex');
}

let project: string;
beforeAll(async () => {
  const body = [
    cell(0, 'red', 'class="moved"', 'border-radius:40%'),
    '<p style="position:absolute;left:20px;top:30px;margin:0;font:700 20px sans-serif;color:teal">Same 同じ</p>',
    '<canvas id="noise" width="32" height="32" style="position:absolute;left:100px;top:50px"></canvas>',
    `<script>
      const pen = document.getElementById('noise').getContext('2d');
      addEventListener('hf-seek', () => { pen.fillStyle = 'hsl(' + Math.random() * 360 + ' 80% 50%)'; pen.fillRect(0, 0, 32, 32); });
    </script>`,
  ].join('');
  project = await openProject(body, {
    duration: SECONDS,
    head: `<style>@keyframes move{to{translate:120px 40px;rotate:1turn}}.moved{animation:move ${SECONDS}s ease-in-out}</style>`,
  });
});

describe('in a container', () => {
  it.each(OUTPUT_FORMATS)('%s is the same file on each run and with 1, 2 and 4 lanes', async (format) => {
    const runs: { lanes: number; digest: string; image: string; path: string }[] = [];
    for (const [run, workers] of [1, 1, 2, 4].entries()) {
      const output = join(project, 'out', `${format}-${run}`);
      const flags = ['--docker', '--format', format, '--workers', String(workers), '--fps', '30'];
      const done = await render(project, output, flags);
      runs.push({ lanes: done.lanes.count, digest: digest(output), image: done.image.digest, path: done.capture.path });
    }
    expect(runs.map(({ lanes }) => lanes)).toEqual([1, 1, 2, 4]);
    expect(runs.map(({ path }) => path)).toEqual(Array(4).fill('beginframe'));
    const [first] = runs;
    for (const run of runs) expect(run).toMatchObject({ digest: first?.digest, image: first?.image });
  });
});
