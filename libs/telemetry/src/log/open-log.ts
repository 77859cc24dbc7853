/** The structured log of a program of the farm: one line of JSON per event on stderr. */
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { quietLine } from './quiet-line.js';

export type Log = Logger;

export interface LogIdentity {
  /** Which program speaks: `producer`, `worker`. */
  readonly program: string;
  /** Further members of every line. */
  readonly about?: Readonly<Record<string, unknown>>;
}

const STDERR = 2;

/**
 * `level`: of `FRAMEFARM_LOG_LEVEL`. Times are ISO 8601, levels are words. Lines are written before the call returns, so that
 * none is lost when the process ends (stack-notes 7).
 */
export function openLog(level: string, { program, about = {} }: LogIdentity, stream?: DestinationStream): Log {
  const options = {
    level,
    base: { program, ...about },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: quietLine },
  };
  return pino(options, stream ?? destination({ dest: STDERR, sync: true }));
}
