/** When, where and with what something was measured. */
import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';
import type { Program } from '../contestants/contestant.ts';
import type { GivenBrowser } from '../contestants/given-browser.ts';
import type { Stamp } from './results.ts';

export function stamp(programs: readonly Program[], browser: GivenBrowser, ffmpeg: string, runs: number): Stamp {
  const ffmpegVersion = execFileSync(ffmpeg, ['-version'], { encoding: 'utf8' }).split(' ')[2] ?? 'unknown';
  return {
    date: new Date().toISOString(),
    versions: {
      node: process.versions.node,
      browser: browser.version,
      ffmpeg: ffmpegVersion,
      ...Object.fromEntries(programs.map(({ name, version }) => [name, version])),
    },
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryMiB: Math.round(totalmem() / 1048576),
      system: `${type()} ${release()}`,
    },
    runs,
  };
}
