/** What a render tells while it runs. The command line turns it into lines, a bar or NDJSON (reference: cli 6). */
import type { Notice, Stage, Warning } from './catalogue/warnings.js';

export interface ProgressEvent {
  readonly kind: 'progress';
  readonly stage: Stage;
  /** 0 to 100 over the whole render. */
  readonly progress: number;
  readonly framesRendered: number;
  /** 0 until the length is known. */
  readonly totalFrames: number;
}

/** The composition is known: printed as the start line. */
export interface StartEvent {
  readonly kind: 'start';
  readonly compositionId: string;
  /** As given: `30` or `30000/1001`. */
  readonly fps: string;
  readonly quality: string;
  readonly outputPath: string;
}

/** The number of lanes was decided: printed as `Workers: 4 of 6 (memory)`. */
export interface LanesEvent {
  readonly kind: 'lanes';
  readonly lanes: number;
  /** Upper bound by the specification's rule, or what was asked for. */
  readonly upperBound: number;
  /** What limited the number, e.g. `cores`, `memory`, `frames`, `asked`. */
  readonly reason: string;
}

export interface CapturedEvent {
  readonly kind: 'captured';
  readonly frames: number;
  /** Of these, frames that a farm had from an earlier render; left out where there are none. */
  readonly reused?: number;
  readonly seconds: number;
}

export interface WarningEvent {
  readonly kind: 'warning';
  readonly warning: Warning;
}

export interface NoticeEvent {
  readonly kind: 'notice';
  readonly notice: Notice;
}

/** A line of an engine's own log; shown with --debug. */
export interface LogEvent {
  readonly kind: 'log';
  readonly source: 'page' | 'browser' | 'ffmpeg' | 'render';
  readonly line: string;
}

export type RenderEvent =
  | StartEvent
  | LanesEvent
  | ProgressEvent
  | CapturedEvent
  | WarningEvent
  | NoticeEvent
  | LogEvent;

/** Receives events in order; must not throw. */
export type RenderListener = (event: RenderEvent) => void;
