/** A render on a farm that succeeded, with its output in place. */
import type { Notice, Warning } from '@framefarm/contract';
import type { Output } from '@framefarm/farm-client';
import type { FetchedOutput } from './fetch-output.js';

/** The path is null where the output was only watched. */
type ArrivedOutput = Omit<FetchedOutput, 'path'> & { readonly path: string | null };

export interface FarmResult {
  /** Null after a dry run. */
  readonly renderId: string | null;
  readonly outcome: 'completed' | 'completed_with_warnings';
  /** Id of the root; where the render is only watched, that under which the farm holds the project. */
  readonly compositionId: string;
  /** Null after a dry run. */
  readonly output: (ArrivedOutput & Pick<Output, 'durationSeconds' | 'width' | 'height' | 'fps' | 'frames'>) | null;
  /** From the first request to the output in its place, ms; where it is only watched, that of the farm alone. */
  readonly renderTimeMs: number;
  readonly warnings: readonly Warning[];
  readonly notices: readonly Notice[];
}
