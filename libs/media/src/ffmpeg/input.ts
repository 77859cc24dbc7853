/** Opening files that others made: only the formats we support, only local files (security 5). */

/** Demuxers a media source may use. Playlists, pattern inputs and script-like formats are not among them. */
const SOURCE_FORMATS = [
  'mov',
  'matroska',
  'ogg',
  'wav',
  'w64',
  'aiff',
  'mp3',
  'flac',
  'aac',
  'ac3',
  'eac3',
  'amr',
  'caf',
  'au',
  'avi',
  'asf',
  'mpegts',
  'mpeg',
  'mpegvideo',
  'flv',
  'ivf',
  'h264',
  'hevc',
  'gif',
] as const;

/** Bytes one allocation of a decoder may take: an 8192 × 8192 picture of 16-bit RGBA is 512 MiB. */
const MAX_ALLOCATION_BYTES = 1 << 30;

/** Options that stand at the start of every FFmpeg command. */
export const GLOBAL_ARGS = [
  '-hide_banner',
  '-nostdin',
  '-v',
  'error',
  '-max_alloc',
  String(MAX_ALLOCATION_BYTES),
] as const;

/**
 * An offset of a microsecond, which no time base of a container tells. Of containers whose time stamps may jump (MPEG-TS, MPEG-PS),
 * FFmpeg would otherwise count from the first of the streams that are read, not from the start of the file: pictures and sound, each
 * read for itself, lost what lies between their beginnings. It leaves a start alone that an offset was given for.
 */
const FROM_START_OF_FILE = ['-itsoffset', '0.000001'] as const;

/** Options for `-i` on a media source; `options` are further input options. The `file:` prefix disarms odd names. */
export function sourceInput(file: string, options: readonly string[] = []): string[] {
  return [...sourceGuards(), ...FROM_START_OF_FILE, ...options, '-i', `file:${file}`];
}

/** Whitelists that apply to the input that follows. */
export function sourceGuards(): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', SOURCE_FORMATS.join(',')];
}
