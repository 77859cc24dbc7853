/** What the options of a render are once they have been checked. */
import type { OutputFormat, Quality } from '../formats.js';
import type { Fps } from '../fps.js';

/** The part of a composition to render, before its length is known. */
export type RenderRange =
  /** Frame numbers from 0; `lastFrame` is rendered too. */
  | { readonly by: 'frames'; readonly firstFrame: number; readonly lastFrame: number }
  /** Seconds; frames from the first at or after `from` to the last before `to`. Null: from the start, to the end. */
  | { readonly by: 'times'; readonly from: number | null; readonly to: number | null };

/** Options after validation, defaults filled in. */
export interface RenderOptions {
  readonly output: string | null;
  readonly format: OutputFormat;
  /** Null: `data-fps` of the root, else 30. */
  readonly fps: Fps | null;
  readonly resolution: string | null;
  /** Null: the whole composition. */
  readonly range: RenderRange | null;
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
  /** Null: on, where the system allows it. */
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
  readonly packageVersions: 'exact' | 'compatible' | 'any';
  /** Package and directory by cdnjs library. */
  readonly cdnjsPackages: Readonly<Record<string, string>>;
  readonly offline: boolean;
  readonly allowNetwork: readonly string[];
  readonly strict: 'off' | 'strict' | 'all';
  readonly bestEffort: boolean;
  readonly strictVariables: boolean;
  readonly debug: boolean;
}

/** What a batch has beside the options of its renders. */
export interface BatchOptions {
  /** The batch file, as given. */
  readonly file: string;
  /** Rows at once, 1 or more. */
  readonly concurrency: number;
  readonly failFast: boolean;
  readonly resume: boolean;
  /** Whether the manifest holds the variables of its rows. */
  readonly manifestVariables: boolean;
}

/** What a render in a container has beside the options that it shares with a local one (cli 2). */
export interface ContainerOptions {
  /** Name of the image; null: the one of this version. */
  readonly image: string | null;
}

/** What a render on a farm has beside the options that it shares with a local one (cli 7). */
export interface FarmOptions {
  /** URL of the producer, as given. */
  readonly url: string;
  readonly apiKeyFile: string | null;
  /** False: submit and end. */
  readonly wait: boolean;
  /** Milliseconds, or null for none. */
  readonly waitTimeoutMs: number | null;
  /** 0 to 100. */
  readonly priority: number;
  readonly chunks: number | 'auto';
  readonly labels: Readonly<Record<string, string>>;
  readonly webhook: string | null;
  readonly onInterrupt: 'cancel' | 'detach';
  /** Null: a new one. */
  readonly idempotencyKey: string | null;
  /** New limit of the farm, 1 to 10; null leaves it. */
  readonly maxConcurrentRenders: number | null;
}
