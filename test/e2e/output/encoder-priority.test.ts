/** Where cores are short, the encoder of a draft waits for what draws, and other encoders do not (docs/decisions/encoders-of-drafts-give-way.md). */
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { type Quality, type RenderEvent, resolveRenderOptions } from '@framefarm/contract';
import { ownedGroups } from '@framefarm/process';
import { renderComposition } from '@framefarm/render';
import { expect, it } from 'vitest';
import { decode } from '../../support/output/decode.js';
import { composition, makeProject } from '../../support/projects/project.js';

/** Its arguments; empty when it has ended. What reads reference pictures lives for some milliseconds. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Nice values, above that of this process, of the programs that are at work when the first frames are captured. */
async function prioritiesWhileCapturing(quality: Quality): Promise<Record<'encoder' | 'browser', number[]>> {
  const projectDir = await makeProject({ 'index.html': composition('<p>Hi</p>', { duration: 3 }) });
  const outputPath = join(projectDir, 'out.mp4');
  const resolved = resolveRenderOptions({ quality, offline: true, workers: 1 });
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
  const found = { encoder: new Set<number>(), browser: new Set<number>() };
  const look = (): void => {
    for (const { pid } of ownedGroups()) {
      const command = commandOf(pid);
      const part = command.includes('libx264') ? 'encoder' : command.includes('--user-data-dir') ? 'browser' : null;
      if (part !== null) found[part].add(getPriority(pid) - getPriority());
    }
  };
  await renderComposition({
    projectDir,
    outputPath,
    options: { ...resolved.options, variables: {} },
    onEvent: (event: RenderEvent) => {
      if (event.kind === 'progress' && event.framesRendered > 0 && event.stage === 'capture') look();
    },
  });
  expect((await decode(outputPath)).count).toBe(90);
  return { encoder: [...found.encoder], browser: [...found.browser] };
}

it.each([
  ['draft', 5],
  ['standard', 0],
] as const)('%s: the encoder is %i lower than the browser', async (quality, lower) => {
  expect(await prioritiesWhileCapturing(quality)).toEqual({ encoder: [lower], browser: [0] });
});
