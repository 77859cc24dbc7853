import { FramefarmError } from '@framefarm/contract';
import { fileFailure, fullStore, unavailable } from '../failures.js';

interface ServiceFault {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly statusCode?: number };
}

export function statusOf(thrown: unknown): number | undefined {
  const fault = thrown as ServiceFault | undefined;
  return fault?.$metadata?.httpStatusCode ?? fault?.$response?.statusCode;
}

/** What the SDK calls a 404 that says so in S3's words, and one without a body, which may be anybody's: see `head`. */
const ABSENT = new Set(['NoSuchKey', 'NotFound']);

export function isAbsent(thrown: unknown): boolean {
  return statusOf(thrown) === 404 && ABSENT.has((thrown as ServiceFault).name ?? '');
}

const WRONG_KEYS = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'CredentialsProviderError',
  'InvalidClientTokenId',
]);
const WRONG_REGION = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]);
export const ENDPOINT_HINT = 'Check S3_ENDPOINT and the network, and try again.';
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity']);
const FILE_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EACCES', 'EROFS', 'ENOENT', 'EMFILE']);

/** What a failed request means to the one who runs the farm. */
export function s3Failure(thrown: unknown, location: string, scratch: string): FramefarmError {
  if (thrown instanceof FramefarmError) return thrown;
  const { name = '', message = String(thrown), code = '' } = (thrown ?? {}) as ServiceFault;
  const status = statusOf(thrown);
  if (status === undefined && FILE_FAULTS.has(code)) return fileFailure(thrown, scratch);
  const said = `${location}: ${name}${message === '' || message === name ? '' : ` (${message})`}`;
  if (name === 'NoSuchBucket') {
    return unavailable('misplaced', said, 'Create the bucket, or correct FRAMEFARM_STORE.', thrown);
  }
  if (WRONG_REGION.has(name) || status === 301) {
    return unavailable('misplaced', said, 'Set S3_REGION to the region of the bucket, or correct S3_ENDPOINT.', thrown);
  }
  if (name === 'RequestTimeTooSkewed') {
    return unavailable('refused', said, 'Set the clock of this machine; signatures carry the time.', thrown);
  }
  if (WRONG_KEYS.has(name)) {
    return unavailable('refused', said, 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.', thrown);
  }
  if (status === 401 || status === 403) {
    const hint =
      'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and that the key may list, read, write and delete there.';
    return unavailable('refused', `${location}: access denied. ${said}`, hint, thrown);
  }
  if (status === 507 || FULL.has(name)) {
    return fullStore(said, 'Free space in the bucket or raise its quota.', thrown);
  }
  if (status === 404) {
    const foreign = `${location}: the answer is 404, but not in the words of an S3 server`;
    return unavailable('misplaced', foreign, 'Check S3_ENDPOINT, and what stands between it and this machine.', thrown);
  }
  return unavailable('unreachable', status === undefined ? said : `${said}, status ${status}`, ENDPOINT_HINT, thrown);
}
