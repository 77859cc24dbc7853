/**
 * What travels in the queues. A payload carries the version of its render: a worker that does not understand it hands it
 * back, so that old and new run together while a farm is updated.
 */
import type { FailureCircumstances, SurfaceObstacle } from '@framefarm/contract';

/** One hash tag for every key, so that a Redis cluster keeps them together. */
export const KEY_PREFIX = '{ff}';

/**
 * `renders`: one job per render, held by its coordinator until the render is terminal. `capture`: steps that need a browser.
 * `media`: steps that need FFmpeg only. `webhooks`: deliveries. `upkeep`: retention, on a schedule.
 */
export const QUEUES = {
  renders: 'renders',
  capture: 'capture',
  media: 'media',
  webhooks: 'webhooks',
  upkeep: 'upkeep',
} as const;

/** A unit of work with one result; its id is unique within the epoch of its render. */
export type Step =
  | { readonly kind: 'prepare'; readonly id: 'prepare' }
  | { readonly kind: 'extract'; readonly id: `extract-${number}`; readonly video: number }
  | { readonly kind: 'sound'; readonly id: 'sound' }
  /** Captures and encodes consecutive chunks of the plan, each committed as soon as it is done. */
  | { readonly kind: 'capture'; readonly id: `capture-${number}-${number}`; readonly chunks: readonly number[] }
  | { readonly kind: 'assemble'; readonly id: 'assemble' };

/** What the id of a step looks like. */
export const STEP_ID = /^(?:prepare|extract-\d+|sound|capture-\d+-\d+|assemble)$/;

export interface StepPayload {
  /** Of the render (`RenderRecord.version`). */
  readonly version: number;
  readonly renderId: string;
  readonly epoch: number;
  readonly step: Step;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Workers (host names of their registration) that failed this step; another one takes it if there is any. */
  readonly notOn: readonly string[];
}

export interface CoordinatePayload {
  /** Of the render (`RenderRecord.version`). */
  readonly version: number;
  readonly renderId: string;
  readonly epoch: number;
}

export type StepState = 'pending' | 'claimed' | 'committed' | 'failed' | 'dropped';

/** How a failed step is treated (farm-practice 4). */
export type FailureClass = 'user' | 'host' | 'transient' | 'lost' | 'returned' | 'stuck';

export interface StepRow {
  readonly id: string;
  /** As it was marked due, so that a coordinator that starts over knows what to deliver. */
  readonly step: Step;
  readonly state: StepState;
  readonly attempt: number;
  /** Grows with every claim; a commit of an older claim is stale. */
  readonly fence: number;
  readonly worker: string | null;
  readonly claimedAt: string | null;
  readonly beatAt: string | null;
  readonly failedOn: readonly string[];
  /** Claims that ended without a commit, counted by class. */
  readonly failures: Readonly<Partial<Record<FailureClass, number>>>;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly hint?: string;
    readonly class: FailureClass;
    readonly circumstances?: FailureCircumstances;
    readonly obstacle?: SurfaceObstacle;
  } | null;
  /** Small facts of a committed step, such as store keys; never media. */
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly ms: number | null;
}
