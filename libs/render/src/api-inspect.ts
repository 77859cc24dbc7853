/** A composition as a render understands it: the stable document of `framefarm inspect`. Times are seconds. */
import type {
  AudioGroup,
  AudioTrack,
  MediaInfo,
  Notice,
  PlacedClip,
  SilentMedia,
  VariableDeclaration,
  Warning,
} from '@framefarm/contract';

/** Frames on which something is seen; both included. Null when it is seen on none. */
export interface FrameSpan {
  readonly firstFrame: number;
  readonly lastFrame: number;
}

export interface InspectedClip extends PlacedClip {
  /** Nested timed elements count from 0 at the top. */
  readonly depth: number;
  /** Frames of its own window, cut to the composition; an element around it may hide it on some of them. */
  readonly frames: FrameSpan | null;
}

export interface InspectedMedia {
  /** As the page names it: a path below the root, or an absolute URL. */
  readonly source: string;
  /** Elements that show or play it, where they join the picture or the mix. */
  readonly usedBy: readonly string[];
  readonly facts: MediaInfo;
}

export interface InspectedVariable {
  /** Runtime id of the composition that reads it. */
  readonly instanceId: string;
  readonly id: string;
  /** Null when it was given without being declared. */
  readonly declaration: VariableDeclaration | null;
  /** Absent when it has neither value nor default. */
  readonly value?: unknown;
  /** Given by the caller or by a host rather than defaulted. */
  readonly given: boolean;
}

export interface Inspection {
  readonly composition: {
    readonly id: string;
    readonly entryFile: string;
    readonly width: number;
    readonly height: number;
    readonly fps: { readonly num: number; readonly den: number };
    /** SHA-256 over the compiled document, variables and referenced files. */
    readonly digest: string;
    /** Project files that were compiled. */
    readonly files: readonly string[];
  };
  readonly length: {
    readonly seconds: number;
    readonly frames: number;
    /** Written on the root; else found from what the page holds. */
    readonly written: boolean;
    /** What has a length, in words. */
    readonly sources: readonly string[];
  };
  /** What a render with these options would make. */
  readonly output: {
    readonly format: string;
    readonly width: number;
    readonly height: number;
    readonly scale: number;
    readonly firstFrame: number;
    readonly frames: number;
    readonly chunks: number;
  };
  readonly capture: {
    readonly path: string;
    readonly reason: string;
    readonly image: string;
    readonly transparent: boolean;
    /** One lane from frame 0, because pictures depend on earlier frames. */
    readonly sequential: boolean;
  };
  /** Compositions in the document, the root first. */
  readonly instances: readonly {
    readonly id: string;
    readonly authoredId: string;
    readonly parentId: string | null;
    readonly file: string;
  }[];
  /** In document order. */
  readonly clips: readonly InspectedClip[];
  readonly media: readonly InspectedMedia[];
  readonly audio: {
    /** Null when the format has no sound or nothing is heard. */
    readonly seconds: number | null;
    readonly tracks: readonly AudioTrack[];
    readonly groups: readonly AudioGroup[];
    readonly silent: readonly SilentMedia[];
  };
  readonly variables: readonly InspectedVariable[];
  readonly fonts: readonly {
    readonly family: string;
    /** `author` and `bundled` are font rules; `generic` is a keyword such as serif; `missing` falls back. */
    readonly from: 'author' | 'bundled' | 'system' | 'generic' | 'missing';
  }[];
  /** Sources of movement that the page found, in words. */
  readonly animations: readonly string[];
  readonly lint: { readonly errors: number; readonly warnings: number; readonly notes: number };
  /** Whether the Chromium sandbox was on for the page; with the reason when it was off. */
  readonly sandbox: { readonly on: boolean; readonly reason: string };
  readonly substitutions: readonly { readonly url: string; readonly requested: string; readonly served: string }[];
  readonly versions: { readonly framefarm: string; readonly browser: string; readonly ffmpeg: string };
  readonly warnings: readonly Warning[];
  readonly notices: readonly Notice[];
}
