/** Renders the flat patches with each program and looks at their colours. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULTS, type Program } from '../contestants/contestant.ts';
import { runCommand } from '../measure/run-command.ts';
import type { ColourResult } from '../report/results.ts';
import type { Case } from '../scenes/cases.ts';
import { flat } from '../scenes/flat.ts';
import { writeProject } from '../scenes/write-project.ts';
import { videoColourError } from './colours.ts';

const ITEM: Case = {
  name: 'flat',
  scene: flat,
  width: 1152,
  height: 768,
  fps: 30,
  seconds: 1,
  format: 'mp4',
  quality: 'standard',
  peers: ['hyperframes'],
  speed: null,
};
const LOOKED_AT_FRAME = 15;

/** @throws when a program cannot render the scene. */
export async function measureColours(
  programs: readonly Program[],
  scratchDir: string,
  ffmpeg: string,
): Promise<readonly ColourResult[]> {
  const projectDir = join(scratchDir, 'project');
  await writeProject(projectDir, ITEM, ffmpeg);
  const results: ColourResult[] = [];
  for (const program of programs.filter(({ name }) => name === 'framefarm' || name === 'hyperframes')) {
    const task = { item: ITEM, projectDir, outDir: join(scratchDir, program.name) };
    await mkdir(task.outDir, { recursive: true });
    const { exitCode, stderr } = await runCommand(program.command(task, DEFAULTS), { memory: false });
    if (exitCode !== 0) throw new Error(`${program.name} failed on the flat patches: ${stderr.slice(-600)}`);
    const video = program.outputs(task)[0] as string;
    results.push({ program: program.name, ...(await videoColourError(video, ITEM, LOOKED_AT_FRAME, ffmpeg)) });
  }
  return results;
}
