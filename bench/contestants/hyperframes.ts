/** HyperFrames from npm, with a headless shell given to it. */
import { join } from 'node:path';
import type { Case } from '../scenes/cases.ts';
import { DEFAULTS, flags, type Program, type Settings } from './contestant.ts';
import { namedOutputs, renderArgs } from './framefarm.ts';
import type { GivenBrowser } from './given-browser.ts';
import { installPackages } from './install.ts';

const HYPERFRAMES_VERSION = '0.8.170';

/** Capture by compositor frames, which HyperFrames leaves out where drawing is done in software. */
const BEGIN_FRAME = { PRODUCER_FORCE_SCREENSHOT: 'false' } as const;

/** Nothing here changes the picture's quality: lanes, the way of capture, and no search for a graphics card. */
function settings({ scene }: Case): readonly Settings[] {
  const lanes = ['1', '2'].map((count) => flags('--workers', count, '--no-browser-gpu'));
  const stepped = ['1', '2'].map((count) => ({
    label: `--workers ${count} --no-browser-gpu, BeginFrame`,
    args: ['--workers', count, '--no-browser-gpu'],
    env: BEGIN_FRAME,
  }));
  const rows =
    scene.rows === undefined ? [] : [flags('--batch-concurrency', '2', '--workers', '1', '--no-browser-gpu')];
  return [DEFAULTS, ...rows, ...lanes, ...stepped];
}

/** Without `directory` the package is installed into `scratch`. */
export async function hyperframes(
  browser: GivenBrowser,
  scratch: string,
  directory: string | undefined,
): Promise<Program> {
  const home = directory ?? (await installPackages(join(scratch, 'hyperframes'), { hyperframes: HYPERFRAMES_VERSION }));
  return {
    name: 'hyperframes',
    version: HYPERFRAMES_VERSION,
    settings,
    outputs: namedOutputs,
    command: (task, { args, env }) => ({
      file: join(home, 'node_modules/.bin/hyperframes'),
      // CRF 18 is framefarm's value of `standard`; drafts and ProRes have no choice of it.
      args: [
        ...renderArgs(task),
        ...(task.item.quality === 'standard' && task.item.format !== 'mov' ? ['--crf', '18'] : []),
        ...args,
      ],
      cwd: task.outDir,
      env: {
        ...process.env,
        ...browser.env,
        HYPERFRAMES_BROWSER_PATH: browser.path,
        PRODUCER_HEADLESS_SHELL_PATH: browser.path,
        HYPERFRAMES_NO_TELEMETRY: '1',
        ...env,
      },
    }),
    path: () => null,
  };
}
