/** A program or a set of files in a container image. */
export interface ImagePart {
  readonly version: string;
  /** SHA-256 in hex: of the program, or of all files' names and contents. */
  readonly sha256: string;
}

/** What a container image holds that makes pictures and files, as written down when it was built (docker/Dockerfile). */
export interface ImageContent {
  readonly framefarm: string;
  /** Of all the rest of this record, SHA-256 in hex: equal digests make equal files. */
  readonly digest: string;
  readonly node: ImagePart;
  readonly browser: ImagePart;
  readonly ffmpeg: ImagePart;
  readonly ffprobe: ImagePart;
  readonly fonts: ImagePart & { readonly families: readonly string[] };
  /** Packages of the system that FFmpeg comes from: their number, and the hash of their list in the image. */
  readonly packages: { readonly count: number; readonly sha256: string };
}
