/** Structured log: one JSON line per event on stderr, with ids of request, render and chunk where there are any. */
import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type Log = Logger;

/** Injection token of the log. */
export const LOG = Symbol('Log');

/** Levels of `FRAMEFARM_LOG_LEVEL`. Headers that carry keys never get into a line. */
export function openLog(level: string, stream: DestinationStream = destination(2)): Log {
  return pino({ level, base: { app: 'producer' }, redact: ['authorization', 'headers.authorization'] }, stream);
}
