/** Configuration of one producer: the settings of the table, checked as a whole. */
import { isIP } from 'node:net';
import { FramefarmError, PRODUCER_SETTINGS, type ProducerSettings, readSettings } from '@framefarm/contract';

export type ProducerConfig = ProducerSettings & {
  /** Where the store is; checked to be there. */
  readonly store: string;
  /** Time for a whole try of a webhook, ms. No setting: receivers are promised this much (http-api 3.8). */
  readonly webhookTryMs: number;
};

/** Injection token of the configuration. */
export const CONFIG = Symbol('ProducerConfig');

const WEBHOOK_TRY_MS = 10_000;

/** Longest time from SIGTERM to the end of the process, ms (http-api 4.5). */
export const SHUTDOWN_DEADLINE_MS = 25_000;

/**
 * Reads the settings of a producer; flags beat the environment.
 * @throws FramefarmError VALIDATION_FAILED that names the variable, its value and the rule.
 */
export function readProducerConfig(
  env: Readonly<Record<string, string | undefined>>,
  flags: Partial<Record<keyof typeof PRODUCER_SETTINGS, unknown>> = {},
): ProducerConfig {
  const settings = readSettings(PRODUCER_SETTINGS, env, flags);
  const { store } = settings;
  if (store === null) throw missing('FRAMEFARM_STORE', 'must name a directory or s3://bucket/prefix; it is not set');
  if (!isLoopback(settings.host) && settings.apiKeysFile === null && settings.auth === null) {
    throw missing(
      'PRODUCER_HOST',
      `"${settings.host}" is not a loopback address: set FRAMEFARM_API_KEYS_FILE, or FRAMEFARM_AUTH=none to serve it without keys`,
    );
  }
  return { ...settings, store, webhookTryMs: WEBHOOK_TRY_MS };
}

/** True for addresses that only this machine reaches (http-api 4.1). */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  if (address === 'localhost') return true;
  return isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
}

function missing(field: string, rule: string): FramefarmError {
  const message = `${field} ${rule}`;
  return new FramefarmError('VALIDATION_FAILED', message, { issues: [{ field, code: 'invalid_value', message }] });
}
