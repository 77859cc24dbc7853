/** Taking pictures of a page, whichever way. */

export interface CapturedFrame {
  /** Frame number, from 0. */
  readonly frame: number;
  /** JPEG, PNG or raw pixels, as the capture path delivers them. */
  readonly image: Uint8Array;
  /** The picture is, byte for byte, the one of the frame before in the same run. */
  readonly held: boolean;
  /** To be called when the picture is no longer needed: its memory is used again. Absent where that is not done. */
  readonly release?: () => void;
}

export interface ImageOptions {
  readonly image: 'jpeg' | 'png';
  /** 0 to 100; without meaning for PNG. */
  readonly jpegQuality: number;
}

/** One way of taking pictures. One call at a time. */
export interface CaptureSession {
  readonly path: 'beginframe' | 'screenshot';
  /** Takes the picture of what the page shows now. */
  shoot(): Promise<Uint8Array>;
  /** Lets the page have one frame without a picture. */
  pump(): Promise<void>;
}
