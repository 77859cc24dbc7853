/** Where stills go: one file, a directory, or a template with the frame or its time in the name (issue 3). */
import { stat } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import type { StillFrame } from '@framefarm/render';
import { checkParent } from './output-path.js';

export interface StillOutput {
  /** As a user in the current directory would name it. */
  shown(still: StillFrame): string;
  /** Absolute path. */
  path(still: StillFrame): string;
  /** Different frames get different files. */
  readonly distinct: boolean;
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

/**
 * `renders/<name>_frame_{frame}.png` when nothing was given; a directory gets files of that name; anything else is a PNG
 * file, whose name may hold `{frame}` (the frame number) and `{time}` (seconds with three decimals).
 * @throws FramefarmError `VALIDATION_FAILED`, `OUTPUT_NOT_WRITABLE`.
 */
export async function stillOutput(given: string | null, name: string, cwd: string): Promise<StillOutput> {
  const template = await templateOf(given, `${name.replaceAll(/[{}]/g, '_')}_frame_{frame}.png`, cwd);
  const names = [...template.matchAll(PLACEHOLDER)].map((match) => match[1]);
  const unknown = names.find((one) => one !== 'frame' && one !== 'time');
  if (unknown !== undefined) {
    throw refused(`--output "${given}": {${unknown}} is no placeholder; there are {frame} and {time}`);
  }
  if (extname(template).toLowerCase() !== '.png') {
    throw refused(
      `--output "${given}": stills are PNG files; name a file such as frame_{frame}.png, or a directory with a slash at its end`,
    );
  }
  const shown = ({ frame, seconds }: StillFrame): string =>
    template.replaceAll('{frame}', String(frame)).replaceAll('{time}', seconds.toFixed(3));
  const fixed = resolve(cwd, template.replace(/\{.*$/s, '_'));
  await checkParent(dirname(fixed), fixed);
  return { shown, path: (still) => resolve(cwd, shown(still)), distinct: names.length > 0 };
}

async function templateOf(given: string | null, fileName: string, cwd: string): Promise<string> {
  if (given === null) return join('renders', fileName);
  if (given === '') throw refused('--output "": must be a non-empty text');
  const isDirectory = /[/\\]$/.test(given) || (await stat(resolve(cwd, given)).catch(() => null))?.isDirectory();
  return isDirectory === true ? join(given, fileName) : given;
}

function refused(message: string): FramefarmError {
  return new FramefarmError('VALIDATION_FAILED', message, {
    issues: [{ field: '--output', code: 'invalid_value', message }],
  });
}

/** @throws FramefarmError `VALIDATION_FAILED` when several stills would get one name. */
export function checkDistinct(output: StillOutput, places: number): void {
  if (output.distinct || places < 2) return;
  throw refused('--output names one file for several frames; put {frame} or {time} into its name, or name a directory');
}
