/**
 * What the two ends of a container say to each other, as JSON-RPC over its standard streams: the command line outside asks
 * for renders, the program inside tells their events and asks for turns.
 */
import type { ImageContent, RenderEvent, RenderOptions } from '@framefarm/contract';
import type { RenderRequest, RenderResult, RenderTuning, TurnWish } from '@framefarm/render';
import { NotificationType, RequestType } from 'vscode-jsonrpc/node';

/** Which render of the session. */
interface OfRender {
  readonly render: number;
}

export interface Greeting {
  readonly framefarm: string;
  /** Null in an image that holds nothing to render with. */
  readonly image: ImageContent | null;
}

export interface Opening {
  /** Browsers kept while nobody uses them; null: no limit. */
  readonly idleBrowsers: number | null;
  /** Whether the log of the engines is wanted. */
  readonly log: boolean;
}

export interface RenderParams extends OfRender, Pick<RenderRequest, 'projectDir' | 'outputPath'> {
  readonly options: RenderOptions;
  readonly dryRun: boolean;
  readonly rendersAtOnce: number;
  readonly tuning: RenderTuning | null;
  /** True when the render waits for a turn to capture. */
  readonly takesTurns: boolean;
}

/** Data of an error that crosses the border; `code` is one of the catalogue. */
export interface FailureData {
  readonly code: string;
  readonly hint: string;
  readonly issues: readonly unknown[];
  readonly stage: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** From inside, once, when it listens. */
export const READY = new NotificationType<Greeting>('ready');
/** From outside, once, before the first render. */
export const OPEN = new RequestType<Opening, null, void>('open');
/** Cancelling it aborts the render. */
export const RENDER = new RequestType<RenderParams, RenderResult, FailureData>('render');
export const EVENT = new NotificationType<OfRender & { readonly event: RenderEvent }>('event');
/** The four steps of a turn, asked from inside (see `RenderRequest.turn`). */
export const TURN = new RequestType<OfRender & { readonly wish: TurnWish }, null, void>('turn');
export const LANE = new RequestType<OfRender & { readonly lane: number }, null, void>('lane');
export const LANE_BACK = new NotificationType<OfRender & { readonly lane: number }>('lane-back');
export const CAPTURED = new RequestType<OfRender, null, void>('captured');
export const TURN_END = new NotificationType<OfRender>('turn-end');
