/** `Content-Digest` of an upload (RFC 9530; http-api 3.7): compared with what arrived. */
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { FramefarmError, shown } from '@framefarm/contract';

/**
 * Passes bytes on and fails at their end when they are not those that the header names; without one it only passes.
 * @throws FramefarmError VALIDATION_FAILED for a header that names no SHA-256.
 */
export function digestCheck(header: string | readonly string[] | undefined): Transform {
  const expected = header === undefined ? null : sha256Of(String(header));
  const hash = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      const found = hash.digest('base64');
      done(
        expected === null || expected === found
          ? null
          : refused(`names the SHA-256 ${expected}, but the upload has ${found}`),
      );
    },
  });
}

function sha256Of(header: string): string {
  const [, digest] = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header) ?? [];
  if (digest === undefined) throw refused(`${shown(header)} must hold sha-256=:<base64>:`);
  return digest;
}

function refused(rule: string): FramefarmError {
  const message = `Content-Digest ${rule}`;
  return new FramefarmError('VALIDATION_FAILED', message, {
    issues: [{ field: 'Content-Digest', code: 'digest_mismatch', message }],
  });
}
