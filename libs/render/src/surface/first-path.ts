/** The way of capture that a render is prepared for before its page is known. */
import { type BrowserInfo, chooseCapturePath } from '@framefarm/browser';
import type { CapturePath } from '@framefarm/contract';
import type { PictureKind } from '../plan/purpose.js';

/** The path with which the planning stage is opened; what it turns out to be is decided on the settled page. */
export function firstPath(browser: BrowserInfo, picture: PictureKind, asked: CapturePath | null = null): CapturePath {
  const { path } = chooseCapturePath(browser, null, asked);
  if (asked === 'beginframe') return path;
  // Single pictures come from the browser as they are: a surface is proved by as many.
  return path === 'beginframe' && !picture.exact ? 'surface' : path;
}
