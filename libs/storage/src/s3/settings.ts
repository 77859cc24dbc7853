import { type Environment, FramefarmError, readSettings, S3_SETTINGS } from '@framefarm/contract';
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

/** @throws FramefarmError `VALIDATION_FAILED` naming the setting; it never repeats a secret. */
export function readS3Settings(location: string, env: Environment): S3Settings {
  const read = readSettings(S3_SETTINGS, env);
  const { region, endpoint, publicEndpoint, forcePathStyle } = read;
  const credentials = credentialsOf(read);
  return {
    ...readLocation(location),
    region,
    ...(endpoint === null ? {} : { endpoint }),
    ...(publicEndpoint === null ? {} : { publicEndpoint }),
    // Amazon puts the bucket into the host name; a server of one's own rarely has a name for each.
    forcePathStyle: forcePathStyle ?? endpoint !== null,
    ...(credentials === null ? {} : { credentials }),
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

interface GivenCredentials {
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
  readonly sessionToken: string | null;
}

/** Null: nothing was given, and the SDK looks for credentials of the machine. */
function credentialsOf(given: GivenCredentials): NonNullable<S3Settings['credentials']> | null {
  const { accessKeyId, secretAccessKey, sessionToken } = given;
  const [id, secret] = [S3_SETTINGS.accessKeyId.env, S3_SETTINGS.secretAccessKey.env];
  if (accessKeyId === null && secretAccessKey === null) return null;
  if (accessKeyId === null) throw invalid(id, 'is not set, but the secret is; give both or none');
  if (secretAccessKey === null) throw invalid(secret, `is not set, but ${id} is; give both or none`);
  return { accessKeyId, secretAccessKey, ...(sessionToken === null ? {} : { sessionToken }) };
}

function invalid(field: string, problem: string): FramefarmError {
  const message = `${field} ${problem}.`;
  return new FramefarmError('VALIDATION_FAILED', message, { issues: [{ field, code: 'invalid', message }] });
}
