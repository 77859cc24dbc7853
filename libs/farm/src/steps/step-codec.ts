/** Rows of steps between the JSON that scripts keep and their type. */
import { json, time } from '../redis/flat.js';
import type { FailureClass, Step, StepRow, StepState } from './payloads.js';

interface StoredStep {
  readonly step: string;
  readonly state: StepState;
  readonly attempt: number;
  readonly fence: number;
  readonly worker?: string;
  readonly claimedAt?: number;
  readonly beatAt?: number;
  /** An empty list is an object to the scripts' JSON. */
  readonly failedOn: readonly string[] | object;
  readonly failures?: Readonly<Partial<Record<FailureClass, number>>>;
  readonly error?: StepRow['error'];
  readonly result?: string;
  readonly ms?: number;
}

export function stepRow(id: string, text: string): StepRow {
  const stored = JSON.parse(text) as StoredStep;
  return {
    id,
    step: JSON.parse(stored.step) as Step,
    state: stored.state,
    attempt: stored.attempt,
    fence: stored.fence,
    worker: stored.worker ?? null,
    claimedAt: time(stored.claimedAt),
    beatAt: time(stored.beatAt),
    failedOn: Array.isArray(stored.failedOn) ? stored.failedOn : [],
    failures: Array.isArray(stored.failures) ? {} : (stored.failures ?? {}),
    error: stored.error ?? null,
    result: json(stored.result, null),
    ms: stored.ms ?? null,
  };
}
