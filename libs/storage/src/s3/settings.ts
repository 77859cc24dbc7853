import { FramefarmError } from '@framefarm/contract';
import { isKey } from '../keys.js';

/** What an `s3://` location and its settings come to. */
export interface S3Settings {
  readonly bucket: string;
  /** Stands before every key: empty, or ends with `/`. */
  readonly base: string;
  readonly region: string;
  readonly endpoint?: string;
  readonly publicEndpoint?: string;
  readonly forcePathStyle: boolean;
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws FramefarmError `VALIDATION_FAILED` naming the setting; it never repeats a secret. */
export function readSettings(location: string, env: Environment): S3Settings {
  const endpoint = url(env, 'S3_ENDPOINT', 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL');
  const publicEndpoint = url(env, 'S3_PUBLIC_ENDPOINT');
  const credentials = readCredentials(env);
  return {
    ...readLocation(location),
    region: first(env, 'S3_REGION', 'AWS_REGION', 'AWS_DEFAULT_REGION')?.value ?? 'us-east-1',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(publicEndpoint === undefined ? {} : { publicEndpoint }),
    // Amazon puts the bucket into the host name; a server of one's own rarely has a name for each.
    forcePathStyle: yesOrNo(env, 'S3_FORCE_PATH_STYLE') ?? endpoint !== undefined,
    ...(credentials === undefined ? {} : { credentials }),
  };
}

function readLocation(location: string): { bucket: string; base: string } {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]*)\/?(.*)$/i.exec(location) ?? [];
  const prefix = path.replace(/\/$/, '');
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) && (prefix === '' || isKey(prefix))) {
    return { bucket, base: prefix === '' ? '' : `${prefix}/` };
  }
  throw invalid(
    'FRAMEFARM_STORE',
    `is ${JSON.stringify(location)}: an S3 store is s3://bucket or s3://bucket/prefix, the bucket 3 to 63 of a-z 0-9 . - ` +
      'and the prefix segments of letters, digits and . _ = -',
  );
}

function readCredentials(env: Environment): S3Settings['credentials'] {
  const id = first(env, 'S3_ACCESS_KEY_ID', 'AWS_ACCESS_KEY_ID');
  const secret = first(env, 'S3_SECRET_ACCESS_KEY', 'AWS_SECRET_ACCESS_KEY');
  if (id === undefined && secret === undefined) return undefined;
  if (id === undefined) throw invalid('S3_ACCESS_KEY_ID', `is not set, but ${secret?.name} is; give both or none`);
  if (secret === undefined) throw invalid('S3_SECRET_ACCESS_KEY', `is not set, but ${id.name} is; give both or none`);
  const token = first(env, 'S3_SESSION_TOKEN', 'AWS_SESSION_TOKEN');
  return {
    accessKeyId: id.value,
    secretAccessKey: secret.value,
    ...(token === undefined ? {} : { sessionToken: token.value }),
  };
}

function first(env: Environment, ...names: readonly string[]): { name: string; value: string } | undefined {
  for (const name of names) {
    const value = env[name];
    if (value !== undefined && value !== '') return { name, value };
  }
  return undefined;
}

function url(env: Environment, ...names: readonly string[]): string | undefined {
  const found = first(env, ...names);
  if (found === undefined) return undefined;
  const parsed = URL.parse(found.value);
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return found.value.replace(/\/$/, '');
  throw invalid(found.name, `is ${JSON.stringify(found.value)}: it takes a URL such as https://s3.example.org`);
}

function yesOrNo(env: Environment, name: string): boolean | undefined {
  const value = first(env, name)?.value;
  if (value === undefined) return undefined;
  if (/^(true|1|yes)$/i.test(value)) return true;
  if (/^(false|0|no)$/i.test(value)) return false;
  throw invalid(name, `is ${JSON.stringify(value)}: it takes true or false`);
}

function invalid(field: string, problem: string): FramefarmError {
  const message = `${field} ${problem}.`;
  return new FramefarmError('VALIDATION_FAILED', message, { issues: [{ field, code: 'invalid', message }] });
}
