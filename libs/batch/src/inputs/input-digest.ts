/** When two rows, or a row and its earlier output, are made from the same things. Pure. */
import { createHash } from 'node:crypto';
import type { RenderOptions } from '@framefarm/contract';
import type { RowVariables } from '../rows/parse-rows.js';

/** Options that cannot change an output: how long and on how much machine it is made, and what is told meanwhile. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'output',
  'variables',
  'workers',
  'lowMemoryMode',
  'timeoutMs',
  'browserTimeoutMs',
  'playerReadyTimeoutMs',
  'framesCacheDir',
  'debug',
] satisfies (keyof RenderOptions)[]);

/**
 * A function from the variables of a row to the digest of all its inputs, SHA-256 in hex. Variables count as given and
 * in their order: a given value and an equal default differ for a page (composition-format 8), and so does their order.
 */
export function inputDigests(
  source: { readonly framefarm: string; readonly projectDigest: string },
  options: RenderOptions,
): (variables: RowVariables) => string {
  const kept = Object.entries(options)
    .filter(([name]) => !WITHOUT_EFFECT.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const common = JSON.stringify([source.framefarm, source.projectDigest, kept]);
  return (variables) => createHash('sha256').update(common).update(JSON.stringify(variables)).digest('hex');
}
