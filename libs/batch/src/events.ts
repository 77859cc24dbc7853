/** What a batch tells while it runs; the command line turns it into lines, a table or NDJSON (cli 6). */
import type { FramefarmError, Notice, RenderEvent, Warning } from '@framefarm/contract';
import type { RenderResult } from '@framefarm/render';
import type { Manifest } from './manifest/model.js';

export interface RowOutput {
  /** Absolute. */
  readonly path: string;
  /** Bytes; of all files for a png-sequence. */
  readonly size: number;
  readonly sha256: string;
  /** Pixels; null when an earlier run has made the output. */
  readonly width: number | null;
  readonly height: number | null;
}

/** What is kept of a finished row. */
export interface RowResult {
  /** Null after a dry run. */
  readonly output: RowOutput | null;
  readonly frames: number;
  /** Length of the video, ms. */
  readonly durationMs: number;
  readonly warnings: readonly Warning[];
  readonly notices: readonly Notice[];
  readonly substitutions: RenderResult['substitutions'];
  /** Absent for a row of a farm, which keeps it with the render. */
  readonly image?: RenderResult['image'];
  readonly sandbox: RenderResult['sandbox'];
}

export interface BatchStartEvent {
  readonly kind: 'batch-start';
  readonly total: number;
  readonly concurrency: number;
  readonly manifestPath: string;
}

export interface RowStartEvent {
  readonly kind: 'row-start';
  readonly index: number;
  readonly outputPath: string;
}

/** An event of the row's render. */
export interface RowRenderEvent {
  readonly kind: 'row-render';
  readonly index: number;
  readonly event: RenderEvent;
}

export interface RowCompleteEvent {
  readonly kind: 'row-complete';
  readonly index: number;
  readonly outputPath: string;
  /** Wall time of the row's own work, ms. */
  readonly renderTimeMs: number;
  readonly result: RowResult;
  /** Row whose output was copied, because its inputs are the same; else null. */
  readonly copyOf: number | null;
  /** True when an earlier run of the batch has made the output. */
  readonly resumed: boolean;
}

export interface RowErrorEvent {
  readonly kind: 'row-error';
  readonly index: number;
  readonly outputPath: string;
  readonly error: FramefarmError;
  /** Stage in which the row failed, or null before the first. */
  readonly stage: string | null;
}

export interface RowSkippedEvent {
  readonly kind: 'row-skipped';
  readonly index: number;
  readonly outputPath: string;
}

export interface BatchNoticeEvent {
  readonly kind: 'batch-notice';
  readonly notice: Notice;
}

export interface BatchCompleteEvent {
  readonly kind: 'batch-complete';
  readonly manifest: Manifest;
}

export type BatchEvent =
  | BatchStartEvent
  | RowStartEvent
  | RowRenderEvent
  | RowCompleteEvent
  | RowErrorEvent
  | RowSkippedEvent
  | BatchNoticeEvent
  | BatchCompleteEvent;

/** Receives events in order; must not throw. */
export type BatchListener = (event: BatchEvent) => void;
