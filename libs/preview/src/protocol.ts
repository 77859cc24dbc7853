/**
 * What the parts of a preview say to each other: its server, its page, and the agent inside the composition's document.
 * All plain JSON.
 */
import type {
  Fps,
  InputIssue,
  MediaInfo,
  OutputFormat,
  PageReport,
  PageWarning,
  Quality,
  SettleReport,
  VariableDeclaration,
  VideoFrames,
} from '@framefarm/contract';

/** Paths of the preview's server. */
export const PATHS = {
  page: '/',
  script: '/ui.js',
  style: '/ui.css',
  events: '/api/events',
  media: '/api/media',
  pictures: '/api/pictures',
  sound: '/api/sound',
  variables: '/api/variables',
  render: '/api/render',
  still: '/api/still',
  cancel: '/api/cancel',
} as const;

/** Header that carries the token of this run with every request that changes something. */
export const TOKEN_HEADER = 'x-framefarm-token';
/** Name of the meta element in which the page finds it. */
export const TOKEN_META = 'framefarm-token';

/** Paths on the composition's origin. */
export const STAGE_PATHS = {
  open: '/__framefarm/open',
  agent: '/__framefarm/agent.js',
  outside: '/__framefarm/outside',
  /** A worker answers for paths at and below its own, so it lies at the root. */
  worker: '/__framefarm-worker.js',
} as const;

/** Header of every answer that comes from a preview's own route; a worker without it has outlived its preview. */
export const OUTSIDE_HEADER = 'x-framefarm-outside';

export type Severity = 'error' | 'warning' | 'info';

/** Something to tell the author: of lint, of the compiler, of the page, of the preview itself. */
export interface Finding {
  readonly source: 'lint' | 'composition' | 'page' | 'preview';
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly file?: string;
}

export interface Failure {
  readonly code: string;
  readonly title: string;
  readonly message: string;
  readonly hint: string;
}

export interface RenderJob {
  readonly id: number;
  readonly kind: 'video' | 'still';
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly format: OutputFormat | 'png';
  /** 0 to 100. */
  readonly progress: number;
  readonly stage: string;
  readonly framesRendered: number;
  readonly totalFrames: number;
  /** Where the result is, or will be: as a user in the preview's directory would write it. */
  readonly shown: string;
  readonly failure: Failure | null;
  readonly warnings: number;
}

/** Everything the page shows that is not in the composition's own document. Sent whole, whenever it changes. */
export interface PreviewState {
  readonly name: string;
  readonly entry: string;
  /** 0 until the composition could be read for the first time. */
  readonly revision: number;
  /** Port on which the composition's own origin answers; the host is that of the page. */
  readonly stagePort: number;
  readonly fps: Fps;
  /** What a render takes unless the page says otherwise. */
  readonly format: OutputFormat;
  readonly quality: Quality;
  /** Time for the page to settle, ms (`--player-ready-timeout`). */
  readonly settleMs: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly declarations: readonly VariableDeclaration[];
  /** Values in force for the declared variables, and those that were given besides. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Ids of variables that were given rather than defaulted. */
  readonly given: readonly string[];
  readonly issues: readonly InputIssue[];
  readonly findings: readonly Finding[];
  /** Why the project could not be read as it stands; the revision before is still shown. */
  readonly failure: Failure | null;
  readonly job: RenderJob | null;
}

export type MediaAnswer = Readonly<Record<string, MediaInfo>>;

export interface PicturesAnswer {
  readonly frames: number;
  readonly videos: readonly VideoFrames[];
}
export interface SoundAnswer {
  /** Path of the mix on the preview's server, or null when nothing is heard. */
  readonly url: string | null;
}
export interface ErrorAnswer {
  readonly error: Failure;
}

/** What the agent is asked, by name; the answers carry the same number. */
export interface AgentCalls {
  settle: { readonly ask: { readonly budgetMs: number }; readonly answer: SettleReport };
  describe: { readonly ask: null; readonly answer: PageReport };
  provideMedia: { readonly ask: MediaAnswer; readonly answer: null };
  prepare: {
    readonly ask: { readonly frames: number; readonly fps: Fps; readonly videos: readonly VideoFrames[] };
    readonly answer: null;
  };
  /** Resolves when the frame is complete. */
  seek: { readonly ask: { readonly frame: number }; readonly answer: null };
  warnings: { readonly ask: null; readonly answer: readonly PageWarning[] };
}
export type AgentCall = keyof AgentCalls;
export interface AgentQuestion {
  readonly id: number;
  readonly call: AgentCall;
  readonly ask: unknown;
}
export type AgentAnswer =
  | { readonly id: number; readonly ok: true; readonly answer: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };

/** First words of the agent, to the document around it. */
export interface AgentHello {
  readonly framefarm: 'agent';
  /** True when requests to other hosts go through the preview's worker. */
  readonly guarded: boolean;
}
/** Answer of the page; carries the port over which everything else goes. */
export const CONNECT = 'framefarm:connect';
