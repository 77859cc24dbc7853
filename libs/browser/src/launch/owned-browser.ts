/** What a browser is started with, and what its owner has of it. */
import type { Turns } from '../capture/frame-turns.js';
import type { BrowserInfo, BrowserKind } from '../discovery/browser-info.js';
import type { ProtocolSession } from '../protocol/session.js';
import type { BlockedHosts, ExternalResolver } from './external-request.js';
import type { ApartPage } from './pages.js';
import type { SandboxState } from './sandbox.js';

export interface LaunchOptions {
  readonly browser: BrowserInfo;
  /** Directory in which the browser's own directory (profile, home) is made and removed again. */
  readonly scratchDir: string;
  /** Port of the project origin on 127.0.0.1. */
  readonly originPort: number;
  /** Null: on, where the system allows it; true: no browser without it. */
  readonly sandbox: boolean | null;
  readonly webgl: boolean;
  readonly beginFrame: boolean;
  /** CSS pixels. */
  readonly window: { readonly width: number; readonly height: number };
  readonly scale: number;
  readonly resolveExternal: ExternalResolver;
  readonly fontConfigFile?: string | undefined;
  readonly onLog?: ((line: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** A headless shell begins at once to make the empty page that is opened first; its size may turn out to be another. */
  readonly firstPage?: boolean;
  /** Called when a new browser runs and has been told all that it is told at its start; it has not answered yet. */
  readonly onTold?: (() => void) | undefined;
  /** Milliseconds until the browser must answer. Default 30 000. */
  readonly deadlineMs?: number;
}

/** What differs between the users of one browser, which it serves one after the other. */
export type BrowserUser = Pick<LaunchOptions, 'resolveExternal' | 'onLog'>;

/** Starts a browser, or finds a warm one that was started alike. */
export type Launch = (options: LaunchOptions) => Promise<OwnedBrowser>;

export interface OwnedBrowser {
  /** Leader of the browser's process group. */
  readonly pid: number;
  /** Its profile directory. */
  readonly profile: string;
  /** As it reports itself. */
  readonly version: string;
  /** What it turned out to be, whatever its name said. */
  readonly kind: BrowserKind;
  readonly sandbox: SandboxState;
  readonly blocked: BlockedHosts;
  /** Turns of the frames of its pages. */
  readonly turns: Turns;
  /** Session on the browser target. */
  readonly root: ProtocolSession;
  /** Resolves when the browser is gone, for whatever reason. */
  readonly gone: Promise<void>;
  /** The last lines of its log. */
  logTail(): string;
  /** True when it had other users before. */
  readonly reused: boolean;
  /** Makes a page and attaches to it. */
  openPage(size: { readonly width: number; readonly height: number }, beginFrame: boolean): Promise<ProtocolSession>;
  /** Makes a page that lives beside the other one and shares nothing with it. */
  openApart(size: { readonly width: number; readonly height: number }, beginFrame: boolean): Promise<ApartPage>;
  /** Gives the browser a new user. */
  assign(user: BrowserUser): void;
  /**
   * Closes all pages it was asked to open, or to prepare; what they stored goes before the next page is opened.
   * @throws {FramefarmError} BROWSER_CRASHED when that takes longer than 5 s.
   */
  closePages(): Promise<void>;
  /** Ends the use of a browser in good health: the whole browser where nobody keeps it warm. */
  release(): Promise<void>;
  /** Ends the whole group and removes the directory, within about 5 s. Never throws for a browser that is gone. */
  close(): Promise<void>;
}
