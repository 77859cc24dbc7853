/** What is appended to a render's own stream, in the script that made the change (http-api 3.4, farm-practice 6). */
import type { SurfaceObstacle, Warning } from '@framefarm/contract';
import type { BatchCounts, BatchStatus } from '../records/batch-record.js';
import type { ChunkCounts, RenderArtefact, RenderFailure, RenderWaiting } from '../records/render-record.js';
import type { RenderStatus, TransitionReason } from '../records/states.js';

interface EventBase {
  readonly renderId: string;
  readonly requestId: string;
  /** ISO 8601 UTC, by the clock of Redis. */
  readonly at: string;
  readonly revision: number;
  readonly status: RenderStatus;
  /** Row of a batch, or undefined. */
  readonly row?: number;
}

export type RenderStreamEvent = EventBase &
  (
    | { readonly type: 'queued'; readonly ahead: number }
    | {
        readonly type: 'state';
        readonly reason: TransitionReason;
        readonly epoch: number;
        /** Who cancelled. */
        readonly by?: string;
        /** Frames that were taken from earlier renders; told when all frames are there. */
        readonly reusedFrames?: number;
        /** Why all is captured anew without a surface; told with the reason `surface_refuted`. */
        readonly refuted?: SurfaceObstacle;
        /** The frame for which all is captured anew by pages that go through all before; told with the reason `order_needed`. */
        readonly dependent?: number;
        /** As in `progress`, where capturing or assembling begins. */
        readonly stage?: string;
        readonly progress?: number;
        readonly framesRendered?: number;
        readonly totalFrames?: number;
      }
    | {
        readonly type: 'progress';
        readonly stage: string;
        readonly progress: number;
        readonly framesRendered: number;
        readonly totalFrames: number;
        readonly chunks: ChunkCounts;
        readonly etaSeconds: number | null;
      }
    /** It waits for a worker of its version, or, with null, does so no more. */
    | { readonly type: 'waiting'; readonly waiting: RenderWaiting | null }
    | { readonly type: 'warning'; readonly warning: Warning }
    | { readonly type: 'completed'; readonly output: RenderArtefact; readonly outcome: string }
    | { readonly type: 'failed'; readonly error: RenderFailure }
    | { readonly type: 'cancelled'; readonly reason: TransitionReason }
  );

/** Events of a batch: those of its rows, and its end. */
export type BatchStreamEvent =
  | RenderStreamEvent
  | {
      readonly type: 'batch-completed';
      readonly batchId: string;
      readonly requestId: string;
      readonly at: string;
      readonly revision: number;
      readonly status: BatchStatus;
      readonly counts: BatchCounts;
    };

/**
 * An event with its place in the stream: `<ms>-<n>`, the id of the Redis stream. `n` counts the events of the stream from 1
 * without a gap.
 */
export interface StoredEvent<E = RenderStreamEvent> {
  readonly id: string;
  readonly event: E;
}

/** Events kept per render; older ones are trimmed and a reader that needs them gets a `gap`. */
export const KEPT_EVENTS = 1_000;
/** Events kept per batch: those of its rows, each with its `row`. */
export const KEPT_BATCH_EVENTS = 10_000;
/** Shortest time between two progress events of a render, ms. */
export const PROGRESS_EVERY_MS = 500;
