/** Which engine a process is, by its command line. */
import { basename } from 'node:path';

export type EngineKind = 'renderer' | 'gpu' | 'browser' | 'encoder';

/**
 * Name of the program's file, without the directories, which may be called as they like. `commandLine`: as in /proc, words ended by NUL or,
 * in processes of Chromium, by spaces.
 */
export function programName(commandLine: string): string {
  const first = commandLine.split('\0', 1)[0] ?? '';
  // A directory may hold a space; the switches behind the program begin with a dash.
  return basename(first.split(' -', 1)[0] ?? '');
}

/** Null for what is neither a browser nor FFmpeg. */
export function engineKind(commandLine: string): EngineKind | null {
  const program = programName(commandLine);
  if (/ffmpeg|ffprobe/.test(program)) return 'encoder';
  if (commandLine.includes('--type=renderer')) return 'renderer';
  if (commandLine.includes('--type=gpu-process')) return 'gpu';
  // Some processes of Chromium are started as /proc/self/exe.
  return /chrom|headless[-_]shell/i.test(program) || commandLine.includes('--type=') ? 'browser' : null;
}
