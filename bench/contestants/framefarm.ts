/** framefarm, from the sources of this workspace as its package carries them. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Case } from '../scenes/cases.ts';
import { DEFAULTS, flags, type Program, type Settings, type Task } from './contestant.ts';

const LANES = ['1', '2'] as const;

function settings({ scene, settings: fixed }: Case): readonly Settings[] {
  if (fixed !== undefined) return [flags(...fixed)];
  const lanes = LANES.map((count) => flags('--workers', count));
  return scene.rows === undefined ? [DEFAULTS, ...lanes] : [DEFAULTS, flags('--batch-concurrency', '2'), ...lanes];
}

/** Where each row's output goes; batches name their files by a variable. */
const outputs = ({ item, outDir }: Task): readonly string[] =>
  item.scene.rows === undefined
    ? [join(outDir, `out.${item.format}`)]
    : item.scene.rows.map((row) => join(outDir, `${row.name}.${item.format}`));

/** Arguments that framefarm and HyperFrames share. */
export function renderArgs({ item, projectDir, outDir }: Task): readonly string[] {
  const where =
    item.scene.rows === undefined
      ? ['-o', join(outDir, `out.${item.format}`)]
      : ['--batch', join(projectDir, 'rows.json'), '-o', join(outDir, `{name}.${item.format}`)];
  return [
    'render',
    projectDir,
    ...where,
    '--format',
    item.format,
    '--quality',
    item.quality,
    '--fps',
    String(item.fps),
    // Each run extracts the pictures of its videos: both programs would keep them from the run before.
    '--frames-cache-dir',
    'off',
  ];
}

/** The ways of all rendered videos, from the events of `--json`: `surface`, or `surface, beginframe`. */
export function capturePaths(events: string): string | null {
  const paths = new Set(
    events
      .split('\n')
      .filter((line) => line.includes('"capture"'))
      .map((line) => /"capture":\{"path":"([a-z-]+)"/.exec(line)?.[1])
      .filter((path) => path !== undefined),
  );
  return paths.size === 0 ? null : [...paths].sort().join(', ');
}

/** @param repository the workspace's root, from which `program` was packed. */
export function framefarm(repository: string, program: string): Program {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' with changes';
  return {
    name: 'framefarm',
    version: `${git('rev-parse', '--short=12', 'HEAD')}${changed}`,
    settings,
    outputs,
    command: (task, { args, env }) => ({
      file: program,
      args: [...renderArgs(task), '--json', ...args],
      cwd: task.outDir,
      env: { ...process.env, ...env },
    }),
    path: capturePaths,
  };
}

export { outputs as namedOutputs };
