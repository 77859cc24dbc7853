/** What the benchmark renders: a page in any length and the files that lie beside it. */

export interface Size {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** How the page is to be made. */
export interface PageOptions extends Size {
  /** Length in seconds. */
  readonly seconds: number;
  readonly fps: number;
}

/** A file beside the page that FFmpeg makes from nothing: its arguments without the output. */
export interface GeneratedMedia {
  readonly name: string;
  readonly args: readonly string[];
}

export interface Scene {
  /** The document. */
  readonly page: (options: PageOptions) => string;
  readonly media?: (options: PageOptions) => readonly GeneratedMedia[];
  /** The id of its video element and the file it plays from its first frame on, at the rate of the composition. */
  readonly video?: { readonly element: string; readonly file: string };
  /** Rows of variables: the scene is then rendered once for each, by one command. */
  readonly rows?: readonly Readonly<Record<string, string>>[];
}
