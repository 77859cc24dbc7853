/**
 * Imported for its effect: renders of this file use the bundled FFmpeg. It is one static program and starts at once,
 * where a system's loads some two hundred libraries each of the nine times that a render starts it. For files about pages
 * and processes; files about outputs keep the build that users get, and test/media runs with both.
 */
import { ffmpegPath, ffprobePath } from './decode.js';

process.env.FRAMEFARM_FFMPEG_PATH = ffmpegPath;
process.env.FRAMEFARM_FFPROBE_PATH = ffprobePath;
