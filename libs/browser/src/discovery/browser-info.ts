/** What is known of a browser before it is started. */

/** A headless shell can be stepped frame by frame (BeginFrame); Chrome and Chromium proper can only be screenshot. */
export type BrowserKind = 'headless-shell' | 'chromium';
export type BrowserOrigin = 'explicit' | 'bundled' | 'system';

export interface BrowserInfo {
  /** Absolute path of the executable. */
  readonly path: string;
  readonly kind: BrowserKind;
  readonly origin: BrowserOrigin;
  /** Four numbers with dots, e.g. `153.0.8010.0`. */
  readonly version: string;
  /** Directory with the shared libraries the browser brings along (LD_LIBRARY_PATH). */
  readonly libraryPath?: string;
  /** SwiftShader stands beside the executable or comes with the installation, so WebGL can work. */
  readonly webgl: boolean;
}
