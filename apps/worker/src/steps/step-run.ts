/** One claimed step while it runs. */
import type { FramefarmError, RenderOptions } from '@framefarm/contract';
import type { RenderRecord, Step } from '@framefarm/farm';
import type { SpanPlace } from '@framefarm/telemetry';
import { fetched } from '../cache/fetched.js';
import type { LaneListener } from '../lane/lane.js';
import type { PreparedInput } from './inputs.js';
import type { Station } from './station.js';

export interface StepRun<S extends Step = Step> {
  readonly station: Station;
  readonly record: RenderRecord;
  readonly step: S;
  readonly fence: number;
  /** Of a capture step: its chunks that nobody had committed when it was claimed. */
  readonly openChunks: readonly number[];
  /** Where spans of parts of the step hang; null where nothing is traced. */
  readonly span: SpanPlace | null;
  /** Aborts when the step must not go on. */
  readonly signal: AbortSignal;
  /** Ends the step with an error, as if it had thrown it. */
  readonly abort: (error: FramefarmError) => void;
  /** Directory of this step, removed with it. */
  readonly directory: string;
  readonly options: RenderOptions;
  /** Takes frames, log lines and warnings of the lane, and that the step has left it. */
  readonly listener: LaneListener;
  /** Milliseconds until the render's time is up, at least 1. */
  readonly deadlineMs: number;
}

/** Small facts that go into the step's row; never media. */
export type StepFacts = Readonly<Record<string, unknown>>;

export function occupantOf({ record }: StepRun): string {
  return `${record.owner} ${record.compositionId}`;
}

export interface Placed {
  readonly prepared: PreparedInput;
  /** What every piece of work after the first step is given. */
  readonly work: {
    readonly projectDir: string;
    readonly options: RenderOptions;
    readonly occupant: string;
    readonly deadlineMs: number;
    readonly preparedFile: string;
  };
}

/** Runs `use` with the composition and the plan of the render on this machine's disk. */
export async function withPlaced<T>(run: StepRun, use: (placed: Placed) => Promise<T>): Promise<T> {
  const { record, station, options, deadlineMs, signal } = run;
  const { preparedKey } = record;
  if (preparedKey === null) throw new Error(`render ${record.id} has no plan yet`);
  const project = await fetched(station.inputs.composition(record.owner, record.compositionId), signal);
  try {
    return await station.inputs.withPrepared(
      preparedKey,
      (prepared) =>
        use({
          prepared,
          work: {
            projectDir: project.path,
            options,
            occupant: occupantOf(run),
            deadlineMs,
            preparedFile: prepared.file,
          },
        }),
      signal,
    );
  } finally {
    project.release();
  }
}
