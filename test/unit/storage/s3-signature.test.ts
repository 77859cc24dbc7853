import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { refusal } from '../../support/s3/signature.js';

/** The two worked examples of the S3 documentation: the server of the tests knows a good signature from a bad one. */
const ACCOUNT = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const EMPTY = createHash('sha256').digest('hex');
const THEN = new Date('2013-05-24T00:00:00Z');
const SCOPE = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';

const byHeader = {
  method: 'GET',
  target: '/test.txt',
  bodySha256: EMPTY,
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    authorization:
      `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,` +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
};
const byQuery = {
  method: 'GET',
  target:
    `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(SCOPE)}&X-Amz-Date=20130524T000000Z` +
    '&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
    '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  bodySha256: EMPTY,
  headers: { host: 'examplebucket.s3.amazonaws.com' },
};

describe('the S3 server of the tests', () => {
  test('takes the documented signature of a header and of a query', () => {
    expect(refusal(byHeader, ACCOUNT, THEN)).toBeNull();
    expect(refusal(byQuery, ACCOUNT, THEN)).toBeNull();
  });

  test.each([
    ['another path', { ...byHeader, target: '/other.txt' }, 'SignatureDoesNotMatch'],
    ['another query', { ...byHeader, target: '/test.txt?versionId=1' }, 'SignatureDoesNotMatch'],
    ['other bytes', { ...byHeader, bodySha256: EMPTY.replace('e', 'f') }, 'XAmzContentSHA256Mismatch'],
    ['another header', { ...byHeader, headers: { ...byHeader.headers, range: 'bytes=0-8' } }, 'SignatureDoesNotMatch'],
    ['no signature', { ...byHeader, headers: { host: 'examplebucket.s3.amazonaws.com' } }, 'AccessDenied'],
    ['a longer life', { ...byQuery, target: byQuery.target.replace('86400', '86401') }, 'SignatureDoesNotMatch'],
  ])('refuses %s', (_what, request, code) => {
    expect(refusal(request, ACCOUNT, THEN)).toBe(code);
  });

  test('refuses a signature of another secret, another account, and one that is too old', () => {
    expect(refusal(byHeader, { ...ACCOUNT, secretAccessKey: 'other' }, THEN)).toBe('SignatureDoesNotMatch');
    expect(refusal(byHeader, { ...ACCOUNT, accessKeyId: 'other' }, THEN)).toBe('InvalidAccessKeyId');
    expect(refusal(byHeader, ACCOUNT, new Date(THEN.getTime() + 16 * 60_000))).toBe('RequestTimeTooSkewed');
    expect(refusal(byQuery, ACCOUNT, new Date(THEN.getTime() + 86_401_000))).toBe('AccessDenied');
  });
});
