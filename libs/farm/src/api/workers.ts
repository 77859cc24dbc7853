/** What workers say of themselves, and what they are asked. */

import type { Step } from '../steps/payloads.js';
import type { VersionRange } from '../versions/versions.js';

/** What a worker says of itself every second; gone after ten without it. */
export interface WorkerInfo {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly pid: number;
  /** Lanes: capture steps at once. */
  readonly slots: number;
  readonly tags: readonly string[];
  readonly versions: {
    readonly framefarm: string;
    readonly node: string;
    readonly browser: string;
    readonly ffmpeg: string;
  };
  /** Versions of renders that it does; absent in announcements of workers older than versions. */
  readonly understands?: VersionRange;
  /** Jobs that it left to others since its start, because it does not understand their version. */
  readonly declined?: number;
  /** False where the operator has switched the sandbox of the browser off. */
  readonly sandbox: boolean;
  readonly cores: number;
  readonly memoryMb: number;
  readonly freeMemoryMb: number;
  readonly rssMb: number;
  readonly startedAt: string;
  readonly draining: boolean;
  /** Why it claims nothing: a tool is missing, steps of several renders failed there, or its disk is almost full; null when healthy. */
  readonly blocked: string | null;
  readonly work: readonly {
    readonly renderId: string;
    readonly stepId: string;
    readonly kind: Step['kind'];
    readonly since: string;
    readonly frames: number;
  }[];
}

export interface Workers {
  /** `drain`: it shall take nothing more. `clear`: it shall forget what blocked it; told once. */
  announce(info: WorkerInfo): Promise<{ readonly drain: boolean; readonly clear: boolean }>;
  leave(id: string): Promise<void>;
  list(): Promise<readonly WorkerInfo[]>;
  /** Asks a worker to drain; false when there is none of that id. */
  drain(id: string): Promise<boolean>;
  /** Lets a worker that failed steps of several renders take steps again; false when there is none of that id. */
  clear(id: string): Promise<boolean>;
}
