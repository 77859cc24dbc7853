/** The objects of the HTTP API as the dashboard names them; their fields are those of the API document. */
import type {
  Batch,
  Chunk,
  FarmWorker,
  Queue,
  Render,
  RenderStatus,
  RenderSummary,
  StepLog,
} from '@framefarm/farm-client';

export type { Batch, Chunk, FarmWorker, Queue, Render, RenderStatus, RenderSummary, StepLog };

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** A list that comes whole. */
export type Whole<T> = Pick<Page<T>, 'items'>;

const TERMINAL: readonly RenderStatus[] = ['completed', 'failed', 'cancelled'];

/** True when nothing of the render runs any more (http-api 3.2). */
export const hasEnded = (status: RenderStatus): boolean => TERMINAL.includes(status);
