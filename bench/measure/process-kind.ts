/** What a process of a contestant does, from its command line. */
import { basename } from 'node:path';

export type ProcessKind = 'renderer' | 'gpu' | 'browser' | 'encoder' | 'node' | 'other';

/** The order in which tables name them. */
export const PROCESS_KINDS: readonly ProcessKind[] = ['renderer', 'gpu', 'browser', 'encoder', 'node', 'other'];

/** `commandLine`: as in /proc, words ended by NUL or, in processes of Chromium, by spaces. */
export function processKind(commandLine: string): ProcessKind {
  const program = basename(commandLine.split(/[\0 ]/, 1)[0] ?? '');
  if (/^ff(mpeg|probe)/.test(program)) return 'encoder';
  if (/chrom|headless[-_]shell/i.test(program)) {
    if (commandLine.includes('--type=gpu-process')) return 'gpu';
    return commandLine.includes('--type=renderer') ? 'renderer' : 'browser';
  }
  return /^(node|npm|npx)|framefarm|hyperframes/.test(program) ? 'node' : 'other';
}
