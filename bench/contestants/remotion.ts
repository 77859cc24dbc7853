/** Remotion from npm, with ports of two scenes and the browser of the others. Its bundling is part of its time. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { slideTexts } from '../scenes/slides.ts';
import { writeFonts } from '../scenes/write-project.ts';
import { DEFAULTS, type Program, type Settings } from './contestant.ts';
import { namedOutputs } from './framefarm.ts';
import type { GivenBrowser } from './given-browser.ts';
import { installPackages } from './install.ts';

const REMOTION_VERSION = '4.0.529';
const REACT_VERSION = '19.2.0';
const PACKAGES = {
  '@remotion/bundler': REMOTION_VERSION,
  '@remotion/renderer': REMOTION_VERSION,
  remotion: REMOTION_VERSION,
  react: REACT_VERSION,
  'react-dom': REACT_VERSION,
} as const;

/** Pages at once; it is handed on as the `concurrency` of a render. */
const pages = (count: number): Settings => ({ label: `concurrency ${count}`, args: [String(count)], env: {} });

/** Without `directory` the packages are installed into `scratch`. The ports are written beside them. */
export async function remotion(
  browser: GivenBrowser,
  scratch: string,
  directory: string | undefined,
): Promise<Program> {
  const home = directory ?? (await installPackages(join(scratch, 'remotion'), PACKAGES));
  const port = join(home, 'port');
  await cp(join(import.meta.dirname, 'remotion'), port, { recursive: true });
  await writeFonts(join(home, 'public'));
  return {
    name: 'remotion',
    version: REMOTION_VERSION,
    settings: () => [DEFAULTS, pages(1), pages(2)],
    outputs: namedOutputs,
    command: (task, { args }) => {
      const { seconds, fps, name } = task.item;
      const wanted = {
        id: name.startsWith('slides') ? 'slides' : 'motion',
        props: { seconds, frames: Math.round(seconds * fps), slides: slideTexts(seconds) },
        output: namedOutputs(task)[0],
        browser: browser.path,
        concurrency: args[0] === undefined ? null : Number(args[0]),
      };
      return {
        file: process.execPath,
        args: [join(port, 'render.mjs'), JSON.stringify(wanted)],
        cwd: home,
        env: { ...process.env, ...browser.env },
      };
    },
    path: () => null,
  };
}
