import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What a server needs of a request to check its signature (AWS Signature Version 4, written from its description). */
export interface SignedRequest {
  readonly method: string;
  /** As on the wire, with its query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Hex SHA-256 of the bytes that came. */
  readonly bodySha256: string;
}

export interface Account {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** Null when the signature holds; otherwise the code of the refusal. */
export function refusal(request: SignedRequest, account: Account, now: Date): string | null {
  const query = new URL(request.target, 'http://server').searchParams;
  const authorization = request.headers.authorization;
  if (authorization !== undefined) return refusalOfHeader(request, authorization, account, now);
  return query.has('X-Amz-Signature') ? refusalOfQuery(request, query, account, now) : 'AccessDenied';
}

function refusalOfHeader(request: SignedRequest, authorization: string, account: Account, now: Date): string | null {
  const [, credential = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(authorization) ??
    [];
  const payload = request.headers['x-amz-content-sha256'] ?? '';
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== request.bodySha256) return 'XAmzContentSHA256Mismatch';
  const date = request.headers['x-amz-date'] ?? '';
  const refused = refusalOfScope(credential, date, account);
  if (refused !== null) return refused;
  if (Math.abs(timeOf(date) - now.getTime()) > 15 * 60_000) return 'RequestTimeTooSkewed';
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signedHeaders.split(';').includes(name))) {
    return 'AccessDenied';
  }
  const expected = sign(request, { credential, date, signedHeaders, payload }, account);
  return equal(signature, expected) ? null : 'SignatureDoesNotMatch';
}

function refusalOfQuery(request: SignedRequest, query: URLSearchParams, account: Account, now: Date): string | null {
  const value = (name: string): string => query.get(`X-Amz-${name}`) ?? '';
  const credential = value('Credential');
  const date = value('Date');
  const expires = Number(value('Expires'));
  if (value('Algorithm') !== 'AWS4-HMAC-SHA256' || !(expires >= 1 && expires <= 604_800)) {
    return 'AuthorizationQueryParametersError';
  }
  const refused = refusalOfScope(credential, date, account);
  if (refused !== null) return refused;
  const signed = { credential, date, signedHeaders: value('SignedHeaders'), payload: 'UNSIGNED-PAYLOAD' };
  if (!equal(value('Signature'), sign(request, signed, account))) return 'SignatureDoesNotMatch';
  return now.getTime() > timeOf(date) + expires * 1000 ? 'AccessDenied' : null;
}

function refusalOfScope(credential: string, date: string, account: Account): string | null {
  const [id, day, region, service, end] = credential.split('/');
  if (id !== account.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== account.region) return 'AuthorizationHeaderMalformed';
  return day === date.slice(0, 8) && service === 's3' && end === 'aws4_request' ? null : 'AccessDenied';
}

interface Signed {
  readonly credential: string;
  readonly date: string;
  readonly signedHeaders: string;
  readonly payload: string;
}

function sign(request: SignedRequest, signed: Signed, account: Account): string {
  const [path = '', query = ''] = request.target.split('?');
  const headers = signed.signedHeaders
    .split(';')
    .map((name) => `${name}:${(request.headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}\n`);
  const canonical = [
    request.method,
    path.split('/').map(decodeURIComponent).map(encode).join('/'),
    canonicalQuery(query),
    headers.join(''),
    signed.signedHeaders,
    signed.payload,
  ].join('\n');
  const scope = signed.credential.split('/').slice(1);
  const text = ['AWS4-HMAC-SHA256', signed.date, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${account.secretAccessKey}`);
  return hmac(key, text).toString('hex');
}

function canonicalQuery(query: string): string {
  return query
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('X-Amz-Signature='))
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return `${encode(decodeURIComponent(name))}=${encode(decodeURIComponent(value))}`;
    })
    .sort()
    .join('&');
}

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
const equal = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
