/** What a process of a contestant does, from its command line. */
import { type EngineKind, engineKind, programName } from '@framefarm/process';

export type ProcessKind = EngineKind | 'node' | 'other';

/** The order in which tables name them. */
export const PROCESS_KINDS: readonly ProcessKind[] = ['renderer', 'gpu', 'browser', 'encoder', 'node', 'other'];

export const processKind = (commandLine: string): ProcessKind =>
  engineKind(commandLine) ??
  (/^(node|npm|npx)|framefarm|hyperframes/.test(programName(commandLine)) ? 'node' : 'other');
