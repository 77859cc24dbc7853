/** What a preview is given of the pipeline: the page, the pictures and the sound of a render, without its capture. */
import type {
  CompiledComposition,
  Fps,
  MediaInfo,
  Notice,
  RenderOptions,
  VideoFrames,
  Warning,
} from '@framefarm/contract';
import type { ExternalResolver } from '@framefarm/origin';
import type { SiteExtras } from '../place/site.js';

export interface LiveRequest {
  /** Absolute path of the project directory. */
  readonly projectDir: string;
  readonly options: RenderOptions;
  /** Address on which its origin listens. */
  readonly host: string;
  /** What its origin serves besides, and the scripts that join the page runtime. */
  readonly site: (externals: () => ExternalResolver) => Omit<SiteExtras, 'listener'>;
  /** Ends what runs for it. */
  readonly signal: AbortSignal;
}

/** One reading of the project, with the variables it was read with. */
export interface LiveRevision {
  /** Counts from 1. */
  readonly number: number;
  readonly compiled: CompiledComposition;
  readonly fps: Fps;
  /** Facts about media that the page asks for by URL; what cannot be had is missing and has been warned of. */
  learnMedia(
    wanted: readonly { readonly url: string; readonly kind: 'video' | 'audio' }[],
  ): Promise<Readonly<Record<string, MediaInfo>>>;
  /**
   * The pictures of the page's videos, served from now on. `report` is what the page said of itself; it is checked.
   * @throws FramefarmError as a render does for videos that cannot be shown and for pages without a length.
   */
  pictures(report: unknown): Promise<LivePictures>;
  /** File of the sound mix (Opus in WebM), or null when nothing is heard. @throws FramefarmError as a render does. */
  sound(report: unknown): Promise<string | null>;
  /** What was found so far, without what the page itself reports. */
  readonly warnings: readonly Warning[];
  readonly notices: readonly Notice[];
}

export interface LivePictures {
  /** Frames of the composition, ≥ 1. */
  readonly frames: number;
  readonly videos: readonly VideoFrames[];
}

export interface LiveComposition {
  /** Port of the origin that serves the page. */
  readonly port: number;
  /**
   * Reads the project anew and serves its page from then on.
   * @throws FramefarmError as a render does before its browser starts; the page before stays.
   */
  publish(variables: Readonly<Record<string, unknown>>): Promise<LiveRevision>;
  /** Ends the origin, lets go of the pictures and removes its files. Never rejects. */
  close(): Promise<void>;
}
