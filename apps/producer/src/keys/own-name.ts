/** By which names a service that asks for no key is known (security: DNS rebinding). Pure. */
import { FramefarmError } from '@framefarm/contract';
import { isLoopback, type ProducerConfig } from '../config/producer-config.js';

/**
 * Whether a `Host` header may name this service. A page of any site can let its own name lead to 127.0.0.1, and is then of one
 * origin with what answers there; but it cannot take a name of this machine. With keys, or where the operator serves everybody,
 * any name will do.
 */
export function isOwnName(
  header: string | undefined,
  { host, auth, apiKeysFile }: Pick<ProducerConfig, 'host' | 'auth' | 'apiKeysFile'>,
): boolean {
  if (apiKeysFile !== null || auth === 'none' || header === undefined) return true;
  const name = header.replace(/:\d*$/, '').toLowerCase();
  return isLoopback(name) || name.endsWith('.localhost') || name === host.toLowerCase();
}

/** @throws FramefarmError FORBIDDEN for a name that is not this service's. */
export function requireOwnName(header: string | undefined, config: Parameters<typeof isOwnName>[1]): void {
  if (isOwnName(header, config)) return;
  const message = 'This service asks for no key and is known by names of its own machine alone.';
  throw new FramefarmError('FORBIDDEN', message, {
    hint: 'Ask for it as localhost; its operator may set FRAMEFARM_API_KEYS_FILE, or FRAMEFARM_AUTH=none for any name.',
  });
}
