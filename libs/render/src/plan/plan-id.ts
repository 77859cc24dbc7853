/** The identity of a plan: a hash over its canonical JSON. */
import { createHash } from 'node:crypto';
import type { RenderPlan } from '@framefarm/contract';

/** JSON with keys in code-unit order at every level, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Freezes the plan deeply and gives it its id, SHA-256 in hex. */
export function sealPlan(plan: Omit<RenderPlan, 'id'>): RenderPlan {
  const id = createHash('sha256').update(canonicalJson(plan)).digest('hex');
  return deepFreeze({ ...plan, id });
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) deepFreeze(item);
  }
  return value;
}
