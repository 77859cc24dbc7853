/**
 * A page's browser cannot decode a source video, which FFmpeg may well do (docs/decisions/videos-decoded-in-the-page.md). Known by
 * code and details, so that it may come from another process.
 */
import { FramefarmError } from '../catalogue/errors.js';

/** @param message What failed, and the page's own words about it. */
export function undecodableVideoError(message: string): FramefarmError {
  return new FramefarmError('VIDEO_SOURCE_UNRENDERABLE', message, {
    stage: 'capture',
    hint: 'Render with --video-frame-format jpg, which leaves the decoding to FFmpeg.',
    details: { undecodable: true },
  });
}

/** Whether an error, also one that came as JSON from another process, is of {@link undecodableVideoError}. */
export function isUndecodableVideo(error: unknown): boolean {
  return (
    error instanceof FramefarmError && error.code === 'VIDEO_SOURCE_UNRENDERABLE' && error.details.undecodable === true
  );
}
