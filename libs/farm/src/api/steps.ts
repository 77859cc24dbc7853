/** Steps of a render: claimed, kept by beats, committed or failed under a fence. */

import type { ErrorCode, FailureCircumstances, SurfaceObstacle } from '@framefarm/contract';
import type { RenderRecord } from '../records/render-record.js';
import type { FailureClass, Step, StepRow } from '../steps/payloads.js';

/** What a beat is answered with; `stop` says why. */
export type BeatAnswer =
  | { readonly go: true }
  | { readonly go: false; readonly reason: 'cancelled' | 'failing' | 'superseded' };

/** A hold on a step, with what was true when it was taken. */
export interface StepClaim {
  readonly fence: number;
  readonly record: RenderRecord;
  /** Of a capture step: its chunks that nobody has committed. */
  readonly openChunks: readonly number[];
  /** Epoch ms by the clock of Redis. */
  readonly now: number;
}

export interface StepFailure {
  readonly code: ErrorCode;
  readonly message: string;
  /** What to do, where that is more than the catalogue says to every failure of this code. */
  readonly hint?: string;
  readonly class: FailureClass;
  /** What the worker knew at that moment. */
  readonly circumstances?: FailureCircumstances;
  /** Of a capture step that met what the surface of its plan does not show, or by which it lost the page. */
  readonly obstacle?: SurfaceObstacle;
}

export interface Steps {
  list(id: string, epoch: number): Promise<readonly StepRow[]>;
  /** Marks the step as due; false when it is known and not failed. */
  due(id: string, epoch: number, step: Step, attempt: number): Promise<boolean>;
  /**
   * Takes the step for a worker; null when it must not start: other epoch, render not running, step done, or another claim
   * of it is live. A claim whose lease ran out is counted as lost and superseded.
   */
  claim(id: string, epoch: number, step: Step, worker: string): Promise<StepClaim | null>;
  /** Once a second from the holder: keeps the claim live, tells frames in flight (chunk index → frames). */
  beat(
    id: string,
    epoch: number,
    stepId: string,
    fence: number,
    frames: Readonly<Record<number, number>>,
  ): Promise<BeatAnswer>;
  commit(
    id: string,
    epoch: number,
    stepId: string,
    fence: number,
    result: Readonly<Record<string, unknown>>,
  ): Promise<'committed' | 'stale'>;
  /** Ends a claim without a result; also how a coordinator ends one that is no longer live, with class `lost`. */
  fail(id: string, epoch: number, stepId: string, fence: number, failure: StepFailure): Promise<'failed' | 'stale'>;
  /** Takes a step back: one that waits never starts, the holder of one that runs is told to stop as `superseded`. */
  drop(id: string, epoch: number, stepId: string): Promise<boolean>;
  /** Lines a step's engine wrote, kept to the last 200 per step. */
  log(id: string, stepId: string, lines: readonly string[]): Promise<void>;
  logs(id: string, stepId?: string): Promise<readonly { readonly stepId: string; readonly lines: readonly string[] }[]>;
}
