/** The browser side: finding and owning browsers, a page as a stage, capture. */
export { NoPictureError, type ReferenceCoding } from './capture/begin-frame.js';
export type { CapturedFrame } from './capture/capture-session.js';
export { type CaptureChoice, chooseCapturePath } from './capture/choose-path.js';
export { reusesFrames } from './capture/frame-reuse.js';
export { TapRefutedError } from './capture/tap.js';
export type { BrowserInfo, BrowserKind, BrowserOrigin } from './discovery/browser-info.js';
export { bundledBrowser, IMAGE_BROWSER } from './discovery/bundled.js';
export { type FindBrowserOptions, findBrowser } from './discovery/find-browser.js';
export { type ExpectedBrowser, expectBrowser } from './launch/expected-browser.js';
export {
  type ExternalRefusal,
  type ExternalRequest,
  type ExternalResolver,
  type ExternalResponse,
  refuseAll,
} from './launch/external-request.js';
export { measureGroupMemory } from './launch/group-memory.js';
export { IdleRoom } from './launch/idle-room.js';
export { launchBrowser } from './launch/launch.js';
export { throughOrigin } from './launch/origin-resolver.js';
export type { Launch, LaunchOptions, OwnedBrowser } from './launch/owned-browser.js';
export { type BrowserProbe, probeBrowser, requireBrowser } from './launch/probe-browser.js';
export type { SandboxState } from './launch/sandbox.js';
export { sharedMemoryRoom } from './launch/shared-memory.js';
export { keepBrowsersWarm, type WarmBrowsers } from './launch/warm-browsers.js';
export { LostPageError } from './stage/lost-page.js';
export { openStage } from './stage/open-stage.js';
export { pageReport } from './stage/page-shapes.js';
export {
  DEFAULT_DEADLINES,
  type Stage,
  type StageCapture,
  type StageDeadlines,
  type StageOptions,
} from './stage/stage.js';
