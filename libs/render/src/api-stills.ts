/** Stills: single frames of a composition as picture files. */
import type { Fps, Notice, Warning } from '@framefarm/contract';
import type { Job } from './api.js';
import type { StillPlace } from './stills/wanted-frames.js';

export type { StillPlace };

/** A frame of which a still is made. */
export interface StillFrame {
  /** Frame number from 0. */
  readonly frame: number;
  /** Time of the frame in seconds. */
  readonly seconds: number;
}

export interface SnapshotRequest extends Job {
  /** At least one; places that mean the same frame give one file. Format and range of the options are not looked at. */
  readonly places: readonly StillPlace[];
  /** Keep transparency, as a png-sequence does; else the page lies on white, as in a mp4. */
  readonly transparent: boolean;
  /** Absolute path of the file of a frame; different frames have different paths. */
  readonly pathOf: (still: StillFrame) => string;
}

export interface StillOutput extends StillFrame {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

export interface SnapshotResult {
  readonly outcome: 'completed' | 'completed_with_warnings';
  readonly compositionId: string;
  readonly fps: Fps;
  /** Frames of the whole composition. */
  readonly compositionFrames: number;
  readonly capture: { readonly path: string; readonly reason: string };
  /** In the order of their frames. */
  readonly stills: readonly StillOutput[];
  readonly sandbox: { readonly on: boolean; readonly reason: string };
  readonly warnings: readonly Warning[];
  readonly notices: readonly Notice[];
}
