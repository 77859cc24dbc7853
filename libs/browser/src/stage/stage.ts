/** A composition page in a browser of its own, ready to show and capture any frame. */
import type {
  CaptureImage,
  CapturePath,
  MediaInfo,
  PageReport,
  PageWarning,
  RenderSetup,
  SettleReport,
} from '@framefarm/contract';
import type { ReferenceCoding } from '../capture/begin-frame.js';
import type { CapturedFrame } from '../capture/capture-session.js';
import type { BrowserInfo } from '../discovery/browser-info.js';
import type { ExternalResolver } from '../launch/external-request.js';
import type { Launch } from '../launch/owned-browser.js';
import type { SandboxState } from '../launch/sandbox.js';

/** Milliseconds. */
export interface StageDeadlines {
  /** Until the browser answers. */
  readonly launchMs: number;
  /** Until DOMContentLoaded (`--browser-timeout`). */
  readonly navigationMs: number;
  /** One frame without progress (composition-format 7.6). */
  readonly frameMs: number;
  /** Any other call into the page: describe, prepare, warnings. */
  readonly callMs: number;
}

export const DEFAULT_DEADLINES: StageDeadlines = {
  launchMs: 30_000,
  navigationMs: 60_000,
  frameMs: 30_000,
  callMs: 60_000,
};

export interface StageCapture {
  readonly path: CapturePath;
  /** A raw image with the path `surface`, and with `beginframe` where its stage taps the compositor (`openTap`). */
  readonly image: CaptureImage;
  /** 0 to 100; without meaning for other images. */
  readonly jpegQuality: number;
  /** Transparent default background; only with pictures that hold alpha (`holdsAlpha`). */
  readonly transparent: boolean;
  /** Device pixels per CSS pixel, an integer from 1. */
  readonly scale: number;
}

export interface StageOptions {
  readonly browser: BrowserInfo;
  /** The page on the project origin: `http://127.0.0.1:<port>/…`. */
  readonly url: string;
  readonly capture: StageCapture;
  /** CSS pixels. */
  readonly viewport: { readonly width: number; readonly height: number };
  /** Directory in which the browser's own directory is made and removed again. */
  readonly scratchDir: string;
  /** Names the stage in messages, e.g. `lane 2`. */
  readonly label: string;
  readonly deadlines?: Partial<StageDeadlines>;
  /** Null: on, where the system allows it. */
  readonly sandbox?: boolean | null;
  readonly webgl?: boolean;
  /** fontconfig's configuration (FONTCONFIG_FILE). */
  readonly fontConfigFile?: string;
  /** Script run in every new document before its own, for frames inside the page. */
  readonly pageRuntimeSource?: string;
  /** Script run in every worker of the page before its own; without it workers go by the machine's clock. */
  readonly workerClockSource?: string;
  /** Answers requests to the outside; default: all are refused. */
  readonly resolveExternal?: ExternalResolver;
  /** Lines of the browser's log and the page's console, bounded. */
  readonly onLog?: (source: 'browser' | 'page', line: string) => void;
  readonly signal?: AbortSignal;
  /** Where the browser comes from; default: a new one that ends with the stage. */
  readonly launch?: Launch;
}

export interface Stage {
  /** Leader of the browser's process group, for `measureGroupMemory`. */
  readonly pid: number;
  readonly browserVersion: string;
  readonly sandbox: SandboxState;
  /** Waits until the page has settled or `budgetMs` has passed (composition-format 7.4). */
  settle(budgetMs: number): Promise<SettleReport>;
  provideMedia(media: Readonly<Record<string, MediaInfo>>): Promise<void>;
  /** What the page is made of, checked. */
  describe(): Promise<PageReport>;
  prepare(setup: RenderSetup): Promise<void>;
  /** Why the page cannot be drawn onto a surface, in words; null when nothing speaks against it. */
  surfaceObstacle(): Promise<string | null>;
  /**
   * Shows one frame and takes a picture of it as the browser composes it; not after `openSurface`. A frame that is `stepped` to is taken
   * at once, as in a run: what waits for nothing but the next turn of the page comes with the frame after it.
   */
  referencePicture(frame: number, coding: ReferenceCoding, stepped?: boolean): Promise<Uint8Array>;
  /** Moves the page onto its drawing surface, for good: from here on frames are raw pixels. Path `surface` only. */
  openSurface(): Promise<void>;
  /** Why the compositor's pictures are not to be tapped of this page, in words; null when nothing speaks against it. */
  tapObstacle(): Promise<string | null>;
  /** Has the compositor's pictures tapped: from here on frames are raw planes, `yuv420p`. Of a stepped page that has no surface. */
  openTap(): Promise<void>;
  /**
   * Shows frames of the first `frames`, all unless there are very many, on the drawing surface but unpainted, and tells what
   * comes up that it cannot show, in words. The page captures nothing afterwards.
   */
  lateObstacle(frames: number): Promise<string | null>;
  /** Shows one frame and takes its picture; any order. */
  captureFrame(frame: number): Promise<Uint8Array>;
  /**
   * Takes `count` consecutive frames unless the run before ended there, after those that are drawn before them and not handed out;
   * the fast way. Stopping early is allowed.
   * One run at a time.
   */
  captureRun(firstFrame: number, count: number): AsyncGenerator<CapturedFrame, void, undefined>;
  /** Takes the page through `count` frames without a picture, as if they were captured one after the other. */
  passBy(firstFrame: number, count: number): Promise<void>;
  /** The run that follows begins with `frame`, just before which the page stands: it goes on instead of showing that frame twice. */
  goOnAt(frame: number): Promise<void>;
  /** When what the page has begun by itself is due after a frame among `meetings` that it has shown; as text, empty where nothing is. */
  outstanding(frame: number): Promise<string>;
  /** Warnings since the last call, of the page and of the network. */
  takeWarnings(): Promise<readonly PageWarning[]>;
  /**
   * Closes this stage and opens the page anew in its browser, which has forgotten the page before. Path and size stay.
   * @throws {FramefarmError} as `openStage`; the browser has ended then.
   */
  reopen(label: string, image: CaptureImage): Promise<Stage>;
  /**
   * Opens the page once more beside this one, in the same browser and with storage of its own. Its console and its warnings are
   * this one's to tell. This stage does not let go of its browser before the other one is closed.
   * @throws {FramefarmError} as `openStage`.
   */
  beside(label: string): Promise<Stage>;
  /** Resolves with the error when browser or page are lost; never rejects, and stays pending on an orderly close. */
  readonly lost: Promise<unknown>;
  /** Whether browser and page still answer, asked of them: one that died a moment ago may not be known as `lost` yet. */
  answers(): Promise<boolean>;
  /**
   * Ends the browser with all its processes and removes its files, within about 5 s; a browser in good health goes back
   * where it is kept warm. Never throws.
   */
  close(): Promise<void>;
}
