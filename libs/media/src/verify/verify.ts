/** "Success" without a valid file is a failure: reading the finished file back (composition-format 12 and 14). */
import type { VerifiedOutput, VerifyOptions } from './expected.js';
import { verifyMovie } from './movie.js';
import { verifyProbed } from './probed.js';
import { verifySequence } from './sequence.js';

/**
 * Checks frame count, length, streams, size and promised alpha.
 * @throws FramefarmError `OUTPUT_INVALID` or `ALPHA_NOT_ENCODED`, saying what was expected and what was found.
 */
export async function verifyOutput(options: VerifyOptions): Promise<VerifiedOutput> {
  switch (options.encoding.format) {
    case 'png-sequence':
      return await verifySequence(options);
    case 'mp4':
    case 'mov':
      return await verifyMovie(options);
    default:
      return await verifyProbed(options);
  }
}
