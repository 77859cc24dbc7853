/** What planning a render found out, as JSON: with it and the project any machine can go on. */
import type { ImageContent, MediaInfo, Notice, RenderPlan, Warning } from '@framefarm/contract';

/** Raised when a prepared render changes in a way that an older framefarm would misread. */
export const PREPARED_VERSION = 1;

/** Something that pictures or sound of a render were made from. */
export interface InputFile {
  /** Decoded URL path below the project's root, `/`-separated without a slash in front, or an absolute URL. */
  readonly path: string;
  /** SHA-256 of its bytes, hex; null when it was asked for and does not exist. */
  readonly sha256: string | null;
  /**
   * `video`, `audio`: asked for by such elements only, so that the page never shows or reads its bytes. `page`: anything
   * that the page reads or may read.
   */
  readonly kind: 'video' | 'audio' | 'page';
}

export interface PreparedStep {
  readonly version: typeof PREPARED_VERSION;
  readonly plan: RenderPlan;
  /** Facts about media sources, by URL as the page names it. */
  readonly media: Readonly<Record<string, MediaInfo>>;
  /** SHA-256 over the compiled document, its variables and the options that decide what a page is served, hex. */
  readonly document: string;
  /** Sorted by path. */
  readonly files: readonly InputFile[];
  /**
   * What pictures depend on and cannot be known, in words, such as a remote URL: where there is any, no chunk of the
   * render is used again for another one.
   */
  readonly unknownInputs: readonly string[];
  /** Platform and processor of the machine that planned, e.g. `linux-x64`. */
  readonly platform: string;
  readonly lint: { readonly errorCount: number; readonly warningCount: number };
  readonly sandbox: { readonly on: boolean; readonly reason: string };
  readonly versions: {
    readonly framefarm: string;
    readonly node: string;
    readonly browser: string;
    readonly ffmpeg: string;
  };
  /** The container image of the machine that planned; null outside of one, absent where an older framefarm planned. */
  readonly image?: ImageContent | null;
  readonly substitutions: readonly { readonly url: string; readonly requested: string; readonly served: string }[];
  readonly warnings: readonly Warning[];
  readonly notices: readonly Notice[];
  /** Milliseconds of this step. */
  readonly timings: {
    readonly compile: number;
    readonly launch: number;
    readonly settle: number;
    readonly check: number;
    readonly total: number;
  };
}
