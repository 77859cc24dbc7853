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

/** Options for `-i` on a media source; `options` are further input options. The `file:` prefix disarms odd names. */
export function sourceInput(file: string, options: readonly string[] = []): string[] {
  return [...sourceGuards(), ...options, '-i', `file:${file}`];
}

/** Whitelists that apply to the input that follows. */
export function sourceGuards(): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', SOURCE_FORMATS.join(',')];
}
