/** The capture path is chosen once per render; the reason is part of the result (performance 3, issue 2 section 3). */
import type { CapturePath } from '@framefarm/contract';
import type { BrowserInfo } from '../discovery/browser-info.js';

export interface CaptureChoice {
  readonly path: CapturePath;
  /** Why, in words. */
  readonly reason: string;
}

/** `forceScreenshot`: the page's own reason against BeginFrame, or null (`PageReport.forceScreenshot`). */
export function chooseCapturePath(
  browser: Pick<BrowserInfo, 'kind' | 'version'>,
  forceScreenshot: string | null,
  asked: CapturePath | null = null,
): CaptureChoice {
  if (asked === 'screenshot') return { path: 'screenshot', reason: 'screenshots were asked for' };
  if (browser.kind !== 'headless-shell') {
    return { path: 'screenshot', reason: `Chromium ${browser.version} is no headless shell, so it has no BeginFrame` };
  }
  if (forceScreenshot !== null) {
    return { path: 'screenshot', reason: `the page needs screenshots: ${forceScreenshot}` };
  }
  return { path: 'beginframe', reason: `headless shell ${browser.version} steps frame by frame` };
}
