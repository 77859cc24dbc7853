/** A Lua script as Redis keeps it: shared parts first, then its own body. */
import { createHash } from 'node:crypto';
import { base } from './parts/base.js';

export interface Script {
  readonly name: string;
  readonly source: string;
  readonly sha: string;
}

export function script(name: string, parts: readonly string[], body: string): Script {
  const source = [base, ...parts, body].join('\n');
  return { name, source, sha: createHash('sha1').update(source).digest('hex') };
}
