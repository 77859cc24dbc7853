/** Reading the text of `FRAMEFARM_API_KEYS_FILE` (http-api 4.1). Pure. */
import { FramefarmError, suggestion } from '@framefarm/contract';
import { type ApiKey, type KeyLimits, SCOPES, type Scope } from './api-key.js';

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const FIELDS = ['name', 'sha256', 'scopes', 'limits', 'webhookSecrets'];
const LIMITS = ['permits', 'queuedRenders', 'requestsPerMinute'] as const;

/**
 * An array of entries, or an object with a `keys` array.
 * @throws FramefarmError VALIDATION_FAILED that names entry and rule; it never quotes a hash or a secret.
 */
export function parseKeys(text: string): readonly ApiKey[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw keyFileFault('is not valid JSON');
  }
  const list = isObject(value) ? value.keys : value;
  if (!Array.isArray(list)) throw keyFileFault('must hold an array of keys, or an object with a "keys" array');
  const keys = list.map(parseKey);
  const names = new Set(keys.map((key) => key.owner));
  if (names.size !== keys.length) throw keyFileFault('holds two keys of one name');
  const owners = new Map<string, string>();
  for (const [index, { owner, hash }] of keys.entries()) {
    const other = owners.get(hash.toString('hex'));
    // Whoever sends that key would be one of the two, and see nothing of the other's renders.
    if (other !== undefined) {
      throw keyFileFault(`entry ${index}: "${owner}" has the sha256 of "${other}"; each name needs a key of its own`);
    }
    owners.set(hash.toString('hex'), owner);
  }
  return keys;
}

function parseKey(entry: unknown, index: number): ApiKey {
  const fault = (rule: string): FramefarmError => keyFileFault(`entry ${index}: ${rule}`);
  if (!isObject(entry)) throw fault('must be an object');
  const unknown = Object.keys(entry).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) throw fault(`"${unknown}" is not a field of a key${suggestion(unknown, FIELDS)}`);
  const { name, sha256, scopes, limits = {}, webhookSecrets = [] } = entry;
  if (typeof name !== 'string' || !NAME.test(name)) throw fault('name must have 1 to 64 of A-Z a-z 0-9 _ -');
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/i.test(sha256)) {
    throw fault('sha256 must be 64 hex digits: the SHA-256 of the key');
  }
  if (!Array.isArray(scopes) || !scopes.every((scope): scope is Scope => SCOPES.includes(scope))) {
    throw fault(`scopes must be a list of ${SCOPES.join(', ')}`);
  }
  const secrets: unknown = webhookSecrets;
  if (
    !Array.isArray(secrets) ||
    !secrets.every((one) => typeof one === 'string' && /^whsec_[\w+/=-]{24,}$/.test(one))
  ) {
    throw fault('webhookSecrets must be a list of whsec_ with base64');
  }
  return {
    owner: name,
    hash: Buffer.from(sha256, 'hex'),
    scopes,
    limits: parseLimits(limits, fault),
    webhookSecrets: secrets as string[],
  };
}

function parseLimits(limits: unknown, fault: (rule: string) => FramefarmError): KeyLimits {
  if (!isObject(limits)) throw fault('limits must be an object');
  for (const [name, value] of Object.entries(limits)) {
    if (!(LIMITS as readonly string[]).includes(name)) throw fault(`"${name}" is no limit${suggestion(name, LIMITS)}`);
    if (!Number.isSafeInteger(value) || (value as number) < 1) throw fault(`limits.${name} must be 1 or more`);
  }
  return limits as KeyLimits;
}

export function keyFileFault(rule: string): FramefarmError {
  const message = `FRAMEFARM_API_KEYS_FILE ${rule}`;
  return new FramefarmError('VALIDATION_FAILED', message, {
    issues: [{ field: 'FRAMEFARM_API_KEYS_FILE', code: 'invalid_value', message }],
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
