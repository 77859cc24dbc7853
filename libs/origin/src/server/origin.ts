/** What an origin is asked to serve, and what it tells of that. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OriginListener } from './listener.js';

/** A file elsewhere that answers for a path which the project lacks. */
export interface FallbackFile {
  /** Absolute path, already checked. */
  readonly file: string;
  readonly contentType: string;
}

export interface OriginOptions {
  /** Absolute path of the project directory. */
  readonly projectDir: string;
  /** Follow links that leave the project and list them (local mode), or refuse them (`--no-outside-links`, farm). */
  readonly outsideLinks: boolean;
  /** The page; its path is usually `/`. More documents can follow by `setDocument`. */
  readonly entry?: { readonly path: string; readonly html: string };
  /** Single files at fixed paths, e.g. `/__framefarm/runtime.js` to the absolute path of the page runtime. */
  readonly files?: Readonly<Record<string, string>>;
  /** Asked when the project has no such file, e.g. for a local GSAP path (composition-format 11.2). */
  readonly fallback?: (urlPath: string) => Promise<FallbackFile | null>;
  /** Where to answer; it stays open when the origin closes. Default: a listener of its own. */
  readonly listener?: OriginListener;
  /**
   * Refuse what a page of another site asks for, as its browser says (`Sec-Fetch-Site`): an origin that lives long and
   * is reached by the user's own browser. Documents of opaque origin count as foreign then.
   */
  readonly sameSiteOnly?: boolean;
  /**
   * Scripts put into the project's documents that the page shows in frames, for browsers into which nobody injects the
   * page runtime.
   */
  readonly frameScripts?: readonly string[];
  /** Headers of every document that was set, such as a content security policy. */
  readonly documentHeaders?: Readonly<Record<string, string>>;
  /** Have documents told what begins to load in them ({@link LOADS_TOLD_POLICY}). Browsers write each of these into the console. */
  readonly tellLoads?: boolean;
  /**
   * Asked for GET requests below the path of framefarm before anything else; answers and resolves with true, or leaves
   * the request alone and resolves with false.
   */
  readonly route?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

/** A request that no file answers. `path` is percent-encoded, as the page asked for it, without the query. */
export interface MissingAsset {
  readonly path: string;
  /** What the page wanted it for, as the browser says (`Sec-Fetch-Dest`): `image`, `script`, `video`, `font`, … */
  readonly destination: string;
  /** `missing`, or the rule by which it was refused. */
  readonly reason: string;
}

/** A path of the project that a page asked for. */
export interface AskedFile {
  /** Real path of the file that answered; null when none did. */
  readonly file: string | null;
  /** Only media elements asked (`Sec-Fetch-Dest`, which no script can set): what they got, scripts cannot read. */
  readonly played: boolean;
}

export interface Origin {
  /** `http://127.0.0.1:<port>`, without a slash at the end; the address is the one listened on. */
  readonly url: string;
  readonly port: number;
  /** Requests that failed, one entry for each path, in the order of their first failure. */
  readonly missing: readonly MissingAsset[];
  /**
   * What was asked of the project so far, by decoded path, `/`-separated without a slash in front. Without the icon that
   * browsers ask for unasked.
   */
  readonly asked: ReadonlyMap<string, AskedFile>;
  /** Empties `missing`: the page is loaded anew. */
  forgetMissing(): void;
  /** Real paths outside the project that were served through links, for the notice of composition-format 1. */
  readonly outsideTargets: readonly string[];
  /** Serves generated text at a path, replacing what was there. */
  setDocument(path: string, body: string, contentType?: string): void;
  /** Serves one file from anywhere at a path. */
  addFile(path: string, file: string): void;
  /**
   * Serves the regular files of a directory that framefarm owns below a prefix such as `/__framefarm/frames/v1/`, in
   * place of an earlier one.
   */
  addDirectory(prefix: string, directory: string): void;
  /** Answers again, where another origin has had the listener meanwhile. */
  serve(): void;
  /** Ends at once; a listener of its own is closed too, with its connections. */
  close(): Promise<void>;
}
