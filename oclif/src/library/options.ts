/** The options of the library, with the names, rules and defaults of the option table (specification, Render options). */
import type { OutputFormat, ProgressEvent, Quality, RenderEvent } from '@framefarm/contract';

/** A value as in JSON, for variables of a composition. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** How to find and read a composition; the same for `render` and `lint`. */
export interface CompositionOptions {
  /** Entry file inside the project. Default: `index.html`. */
  readonly composition?: string;
  /** Follow symbolic links that leave the project. Default: true. */
  readonly outsideLinks?: boolean;
  /** Serve well-known CDN URLs from installed packages. Default: true. */
  readonly packageMap?: boolean;
  /** Further `node_modules` directories for CDN scripts. Default: those of FRAMEFARM_PACKAGE_DIRS. */
  readonly packageDir?: string | readonly string[];
  /** How far an installed package may differ from the version that a URL names. Default: `compatible`. */
  readonly packageVersions?: 'exact' | 'compatible' | 'any';
  /** Package and directory that stand for a cdnjs library, such as `pixi.js=pixi.js/dist`. */
  readonly cdnjsPackage?: string | readonly string[];
  /** File with defaults of options, or false for none. Default: `framefarm.config.json` of the project. */
  readonly config?: string | false;
  /** Directory at which relative paths start. Default: the current directory of the process. */
  readonly cwd?: string;
}

export interface LintOptions extends CompositionOptions {
  /** Adds the findings of this output format, such as those about transparency. */
  readonly format?: OutputFormat;
}

/**
 * Everything that a render can be told. An option that is absent or undefined has the default of the command line,
 * which includes the environment variables named here and
 * the configuration of the project.
 */
export interface RenderOptions extends CompositionOptions {
  /** Output file; for png-sequence a directory. Default: `renders/<name of the project>.<extension>`. */
  readonly output?: string;
  /** Default: `mp4`. */
  readonly format?: OutputFormat;
  /** Frames per second: an integer from 1 to 240, or a rational such as `30000/1001`. Default: `data-fps`, else 30. */
  readonly fps?: number | string;
  /** A preset size such as `1080p`, reached by a whole factor. Default: the size of the composition. */
  readonly resolution?: string;
  /** Render only these frames, such as `30-89`: numbers from 0, the last included. Not together with `from` and `to`. */
  readonly frames?: string | number;
  /** Render only from this time on: seconds, or a text such as `1:30`. Default: 0. */
  readonly from?: number | string;
  /** Render only up to this time; the frame that begins there is left out. Default: the end. */
  readonly to?: number | string;
  /** Encoding preset. Default: `standard`. */
  readonly quality?: Quality;
  /** Constant rate factor, 0 to 51; lower is better. Not together with `videoBitrate`. */
  readonly crf?: number;
  /** Target bitrate such as `10M` or `5000k` (bits per second). */
  readonly videoBitrate?: string;
  /** VP9 speed, -8 to 8; up to 4 each block is searched for its best coding. Only webm. Default: 5. */
  readonly vp9CpuUsed?: number;
  /** How often a GIF plays, 0 to 65535; 0 is forever, which is the default. */
  readonly gifLoop?: number;
  /** Force SDR output even with HDR sources. */
  readonly sdr?: boolean;
  /** Format of the frames extracted from source videos. Default: `auto`. */
  readonly videoFrameFormat?: 'auto' | 'jpg' | 'png';
  /** Parallel capture lanes, each a browser: 1 to 24, or `auto`, which is the default. */
  readonly workers?: number | 'auto';
  /** One lane, less memory. Default: on at 4 GB of memory or less. */
  readonly lowMemoryMode?: boolean;
  /** Browser to use instead of the bundled one. Default: FRAMEFARM_BROWSER_PATH. */
  readonly browserPath?: string;
  /** FFmpeg to use; FFprobe is looked for beside it. Default: FRAMEFARM_FFMPEG_PATH. */
  readonly ffmpegPath?: string;
  /** The sandbox of Chromium. Default: on, where the system allows it. */
  readonly sandbox?: boolean;
  /** Render in a container with a fixed browser, fonts and FFmpeg. Default: false. */
  readonly docker?: boolean;
  /** Image for `docker`. Default: FRAMEFARM_DOCKER_IMAGE, else the one of this version. */
  readonly dockerImage?: string;
  /** Limit for the whole render, such as `90s` or `15m`. Default: none. */
  readonly timeout?: string;
  /** Seconds for the page to load, 1 to 3600. Default: 60. */
  readonly browserTimeout?: number;
  /** Milliseconds for the page to settle, 1 to 3 600 000. Default: 45 000. */
  readonly playerReadyTimeout?: number;
  /** Cache of extracted video frames; `off` disables it. Default: a directory of the user's cache. */
  readonly framesCacheDir?: string;
  /** Values for declared variables. Not together with `variablesFile`. */
  readonly variables?: { readonly [name: string]: JsonValue | undefined };
  /** File that holds the variables as a JSON object. */
  readonly variablesFile?: string;
  /** Refuse every network access. Default: false. */
  readonly offline?: boolean;
  /** Private origins that the page may reach, such as `http://10.0.0.5:8080`. */
  readonly allowNetwork?: string | readonly string[];
  /** Fail on warnings that change the picture or sound, and on lint errors. Default: false. */
  readonly strict?: boolean;
  /** Fail on any warning. Default: false. */
  readonly strictAll?: boolean;
  /** Go on when an asset cannot be had. Default: true. */
  readonly bestEffort?: boolean;
  /** Refuse variables that do not fit the declarations. Default: false. */
  readonly strictVariables?: boolean;
  /** Do all checks and the plan, render nothing: `output` of the result is null. Default: false. */
  readonly dryRun?: boolean;
  /** Adds `log` events of page, browser and FFmpeg; temporary files are kept and named in one of them. Default: false. */
  readonly debug?: boolean;

  /** Cancels the render: it ends with RENDER_CANCELLED when all it started has ended. */
  readonly signal?: AbortSignal;
  /** Receives every event in order. Must not throw. */
  readonly onEvent?: (event: RenderEvent) => void;
  /** Receives how far the render is, several times a second at most. Must not throw. */
  readonly onProgress?: (progress: RenderProgress) => void;
}

/** How far a render is; `progress` goes from 0 to 100 over the whole render. */
export type RenderProgress = Omit<ProgressEvent, 'kind'>;
