/**
 * Renders of a test file with the bundled FFmpeg. It is one static program and starts at once, where a system's loads some two
 * hundred libraries each of the nine times that a render starts it. For files about pages and processes; files about outputs keep
 * the build that users get, and test/media runs with both.
 */

import { untilFileEnd } from '../machine/file-environment.js';
import { ffmpegPath, ffprobePath } from '../output/decode.js';

/** For the renders of this test file, those of its farms too. */
export function useBundledFfmpeg(): void {
  untilFileEnd({ FRAMEFARM_FFMPEG_PATH: ffmpegPath, FRAMEFARM_FFPROBE_PATH: ffprobePath });
}
