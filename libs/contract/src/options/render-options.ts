/** What the options of a render are once they have been checked. */
import type { OutputFormat, Quality } from '../formats.js';
import type { Fps } from '../fps.js';

/** Options after validation, defaults filled in. */
export interface RenderOptions {
  readonly output: string | null;
  readonly format: OutputFormat;
  /** Null: `data-fps` of the root, else 30. */
  readonly fps: Fps | null;
  readonly resolution: string | null;
  readonly quality: Quality;
  readonly crf: number | null;
  /** Bits per second. */
  readonly videoBitrate: number | null;
  readonly vp9CpuUsed: number;
  readonly gifLoop: number;
  readonly sdr: boolean;
  readonly videoFrameFormat: 'auto' | 'jpg' | 'png';
  readonly workers: number | 'auto';
  /** Null: decided by the memory of the machine. */
  readonly lowMemoryMode: boolean | null;
  readonly browserPath: string | null;
  readonly ffmpegPath: string | null;
  /** Null: on, except as root. */
  readonly sandbox: boolean | null;
  /** Milliseconds, or null for none. */
  readonly timeoutMs: number | null;
  readonly browserTimeoutMs: number;
  readonly playerReadyTimeoutMs: number;
  /** Null: the user cache directory; `off`: none. */
  readonly framesCacheDir: string | null;
  readonly composition: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly outsideLinks: boolean;
  readonly packageDirs: readonly string[];
  readonly packageMap: boolean;
  readonly offline: boolean;
  readonly allowNetwork: readonly string[];
  readonly strict: 'off' | 'strict' | 'all';
  readonly bestEffort: boolean;
  readonly strictVariables: boolean;
  readonly debug: boolean;
}
