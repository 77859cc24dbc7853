/** Sources whose pictures say which one they are. */
import { extname, join } from 'node:path';
import type { Ffmpeg } from '@framefarm/media';
import { runProcess } from '@framefarm/process';
import { atFileEnd } from '../support/machine/file-end.js';
import { scratchDirectory } from '../support/projects/project.js';

export interface NumberedSource {
  /** Pictures per second; 30 without it. */
  readonly rate?: string;
  /** How the pictures are encoded, and further inputs before. */
  readonly args: readonly string[];
  /** Further filters, with a comma before each. */
  readonly filter?: string;
  readonly size?: string;
}

/** Those that a test file asked for so far, by all that makes them what they are; each is made once. */
const made = new Map<string, Promise<string>>();
atFileEnd(() => made.clear());

/**
 * The path of a source of three seconds whose grey level is 16 + 2 × frame number, modulo 100 frames, in the container that `name` says.
 * Tests of the same file share it, and with it what is known of it.
 */
export function numberedSource(ffmpeg: Ffmpeg, name: string, source: NumberedSource): Promise<string> {
  const key = JSON.stringify([ffmpeg.ffmpegPath, extname(name), source]);
  const known = made.get(key) ?? make(ffmpeg, join(scratchDirectory(), `source${extname(name)}`), source);
  made.set(key, known);
  return known;
}

async function make(
  ffmpeg: Ffmpeg,
  file: string,
  { rate = '30', args, filter = '', size = '64x48' }: NumberedSource,
): Promise<string> {
  const picture = `color=c=black:s=${size}:r=${rate}:d=3,geq=lum='16+2*mod(N,100)':cb=128:cr=128,format=yuv420p${filter}`;
  const result = await runProcess(ffmpeg.ffmpegPath, [
    ...['-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', picture],
    ...args,
    file,
  ]);
  if (result.exitCode !== 0) throw new Error(result.stderr);
  return file;
}
