import type { ListedObject } from '../store.js';

/** How long, and up to what size together, the objects below a prefix are kept (reference: farm-practice 9). */
export interface RetentionRule {
  /** Word for the objects in reports, e.g. `outputs`. */
  readonly what: string;
  /** Ends with `/`. Of several rules for a key the first one holds. */
  readonly prefix: string;
  /** Seconds after the work that made an object has ended well; without it age is no reason. */
  readonly keepSeconds?: number;
  /** The same after work that failed, was cancelled, or that nobody knows of; default `keepSeconds`. */
  readonly keepSecondsAfterFailure?: number;
  /** Bytes of all objects of the rule together; beyond them those longest not stored or used go first. */
  readonly maxBytes?: number;
}

/** What is known of an object from elsewhere; all of it may be left out. */
export interface ObjectUse {
  /** Kept whatever the rules say, for example while its render runs. */
  readonly inUse?: boolean;
  /** When the work that made it ended; age counts from there, without it from when the object was stored. */
  readonly endedAt?: Date;
  /** The work ended well. */
  readonly succeeded?: boolean;
  /** Stands in for the rule's seconds. */
  readonly keepSeconds?: number;
  /** Last use; the size limit spares what was used lately. */
  readonly usedAt?: Date;
}

export interface RetentionCandidate extends ListedObject {
  readonly use?: ObjectUse;
}

export interface RetentionItem {
  readonly object: ListedObject;
  /** `what` of the rule. */
  readonly what: string;
  /** `age`: kept long enough. `size`: the objects of its rule take too much room. */
  readonly reason: 'age' | 'size';
}

/** All objects of a rule, and those that go. */
export interface RetentionTotal {
  readonly what: string;
  readonly objects: number;
  readonly bytes: number;
  readonly goingObjects: number;
  readonly goingBytes: number;
}

export interface RetentionPlan {
  readonly going: readonly RetentionItem[];
  readonly totals: readonly RetentionTotal[];
}

/** Says what would go and why. Objects of no rule stay. Pure. */
export function planRetention(
  objects: readonly RetentionCandidate[],
  rules: readonly RetentionRule[],
  now: Date,
): RetentionPlan {
  const ofRule = new Map<RetentionRule, RetentionCandidate[]>(rules.map((rule) => [rule, []]));
  for (const object of objects) {
    const rule = rules.find(({ prefix }) => object.key.startsWith(prefix));
    if (rule !== undefined) ofRule.get(rule)?.push(object);
  }
  const plans = [...ofRule].map(([rule, candidates]) => planRule(candidates, rule, now));
  return { going: plans.flatMap(({ going }) => going), totals: plans.map(({ total }) => total) };
}

function planRule(candidates: readonly RetentionCandidate[], rule: RetentionRule, now: Date) {
  const going: RetentionItem[] = [];
  const staying: RetentionCandidate[] = [];
  for (const object of candidates) {
    if (isPastAge(object, rule, now)) going.push({ object, what: rule.what, reason: 'age' });
    else staying.push(object);
  }
  let bytes = sizeOf(staying);
  for (const object of staying.sort((one, other) => lastUse(one) - lastUse(other))) {
    if (rule.maxBytes === undefined || bytes <= rule.maxBytes) break;
    if (object.use?.inUse === true) continue;
    going.push({ object, what: rule.what, reason: 'size' });
    bytes -= object.size;
  }
  const total: RetentionTotal = {
    what: rule.what,
    objects: candidates.length,
    bytes: sizeOf(candidates),
    goingObjects: going.length,
    goingBytes: sizeOf(going.map(({ object }) => object)),
  };
  return { going, total };
}

function isPastAge({ storedAt, use = {} }: RetentionCandidate, rule: RetentionRule, now: Date): boolean {
  if (use.inUse === true) return false;
  const afterFailure = rule.keepSecondsAfterFailure ?? rule.keepSeconds;
  const keepSeconds = use.keepSeconds ?? (use.succeeded === true ? rule.keepSeconds : afterFailure);
  if (keepSeconds === undefined) return false;
  const from = Math.max(storedAt.getTime(), use.endedAt?.getTime() ?? 0);
  return now.getTime() - from > keepSeconds * 1000;
}

const lastUse = ({ storedAt, use }: RetentionCandidate): number =>
  Math.max(storedAt.getTime(), use?.usedAt?.getTime() ?? 0);

const sizeOf = (objects: readonly ListedObject[]): number => objects.reduce((sum, { size }) => sum + size, 0);
