/** Running FFmpeg or ffprobe to its end, with failures as catalogue errors. */
import { type ErrorCode, FramefarmError, type Stage } from '@framefarm/contract';
import { type RunOptions, type RunResult, runProcess } from '@framefarm/process';
import type { SourceAccess } from './source-access.js';

export interface FfmpegTask extends Omit<RunOptions, 'deadlineMs'> {
  /** The source that it reads, where others made it. */
  readonly source?: SourceAccess;
  readonly deadlineMs: number;
  /** Code when FFmpeg fails or passes its deadline. */
  readonly code: ErrorCode;
  readonly stage: Stage;
  /** Names the work in messages, e.g. `joining 4 segments`. */
  readonly what: string;
}

/** Lines of FFmpeg's log kept in an error. */
const LOG_LINES = 12;

/** Runs to exit status 0. @throws FramefarmError `task.code`, `DISK_FULL`, or the signal's reason. */
export async function runFfmpeg(program: string, args: readonly string[], task: FfmpegTask): Promise<RunResult> {
  task.signal?.throwIfAborted();
  let result: RunResult;
  try {
    const { stderr, ...rest } = await runProcess(program, args, { ...task, ...task.source?.spawn });
    result = { ...rest, stderr: task.source?.legible(stderr) ?? stderr };
  } catch (cause) {
    throw new FramefarmError('ENCODER_NOT_FOUND', `${program} cannot be started: ${(cause as Error).message}`, {
      cause,
      stage: task.stage,
    });
  }
  if (result.endedBy === 'abort') throw abortReason(task.signal);
  if (result.endedBy === 'deadline') {
    throw new FramefarmError(task.code, `no result after ${task.deadlineMs / 1000} s while ${task.what}`, {
      stage: task.stage,
      details: { log: lastLines(result.stderr) },
    });
  }
  if (result.exitCode !== 0) throw ffmpegFailure({ ...task, ...result });
  return result;
}

export interface FfmpegEnd {
  readonly code: ErrorCode;
  readonly stage: Stage;
  readonly what: string;
  readonly exitCode: number | null;
  readonly signal?: NodeJS.Signals | AbortSignal | null | undefined;
  readonly stderr: string;
}

/** The error for an FFmpeg that ended by itself but not well; a full disk keeps its own code. */
export function ffmpegFailure(end: FfmpegEnd): FramefarmError {
  const log = lastLines(end.stderr);
  const how = typeof end.signal === 'string' ? `was killed by ${end.signal}` : `failed with status ${end.exitCode}`;
  const last = log.at(-1);
  const full = /No space left on device|Disk quota exceeded/i.test(end.stderr);
  return new FramefarmError(
    full ? 'DISK_FULL' : end.code,
    `FFmpeg ${how} while ${end.what}${last ? `: ${last}` : ''}`,
    {
      stage: end.stage,
      details: { log, exitCode: end.exitCode, signal: typeof end.signal === 'string' ? end.signal : null },
    },
  );
}

/** What an aborted signal stands for, as a catalogue error. */
export function abortReason(signal: AbortSignal | undefined): FramefarmError {
  const reason: unknown = signal?.reason;
  return reason instanceof FramefarmError
    ? reason
    : new FramefarmError('RENDER_CANCELLED', 'the render was cancelled', { cause: reason });
}

function lastLines(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-LOG_LINES);
}
