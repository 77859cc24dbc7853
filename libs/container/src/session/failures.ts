/** Errors on their way out of a container. */
import { asFramefarmError, ERRORS, type ErrorCode, FramefarmError, type InputIssue } from '@framefarm/contract';
import { ResponseError } from 'vscode-jsonrpc/node';
import type { FailureData } from './protocol.js';

/** What the protocol calls an error of the application (JSON-RPC 2.0, 5.1: -32000 to -32099 are the implementation's). */
const FAILED = -32_000;

export function toResponse(thrown: unknown): ResponseError<FailureData> {
  const { code, message, hint, issues, stage = null, details } = asFramefarmError(thrown);
  return new ResponseError(FAILED, message, { code, hint, issues, stage, details });
}

/**
 * The error again, with the path that the caller knows an output by; null when it is none of the application, but of the
 * connection.
 */
export function fromResponse(thrown: unknown, made: string, outputPath: string): FramefarmError | null {
  if (!(thrown instanceof ResponseError)) return null;
  const data = thrown.data as Partial<FailureData> | undefined;
  if (data?.code === undefined || !Object.hasOwn(ERRORS, data.code)) return null;
  return new FramefarmError(data.code as ErrorCode, thrown.message.replaceAll(made, outputPath), {
    hint: data.hint ?? '',
    issues: (data.issues ?? []) as readonly InputIssue[],
    details: data.details ?? {},
    ...(typeof data.stage === 'string' ? { stage: data.stage } : {}),
  });
}
