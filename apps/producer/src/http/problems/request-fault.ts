/** Refusals that speak of the request alone. */
import { FramefarmError } from '@framefarm/contract';

/**
 * Its words hold what the client sent and the rule, and nothing of this host: they are told as they are, as a value that was cut
 * like a path of ours could not be recognised.
 */
export class RequestFault extends FramefarmError {}

/** Whether the words of an error are of its request alone; what is wrong with an archive is told by the names in it. */
export function isOfRequest(error: unknown): boolean {
  if (!(error instanceof FramefarmError)) return false;
  return error instanceof RequestFault || error.code === 'ARCHIVE_REJECTED' || isOfRequest(error.cause);
}
