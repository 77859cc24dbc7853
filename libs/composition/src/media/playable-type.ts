/** Which types of media a player takes, as written in `type` of a `<source>` (HTML, "The source element"). Pure text. */

/** Containers that Chromium plays on every machine. Playlists, which it also takes, are no source of a render (composition-format 9.1). */
const CONTAINERS: ReadonlySet<string> = new Set([
  'video/mp4',
  'video/x-m4v',
  'video/webm',
  'video/ogg',
  'video/matroska',
  'video/x-matroska',
  'video/3gpp',
  'application/ogg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/webm',
  'audio/ogg',
  'audio/mpeg',
  'audio/mp3',
  'audio/x-mp3',
  'audio/wav',
  'audio/x-wav',
  'audio/flac',
  'audio/aac',
]);

/** What stands before the first dot of a codec; `1` is PCM. HEVC is not among them: Chromium plays it where the machine does. */
const CODECS: ReadonlySet<string> = new Set([
  ...['avc1', 'avc3', 'av01', 'vp8', 'vp08', 'vp9', 'vp09'],
  ...['mp4a', 'mp3', 'opus', 'vorbis', 'flac', '1'],
]);

/** `type="video/mp4; codecs=hvc1"` is none; a type that is empty says nothing, and anything may stand behind it. */
export function isPlayableType(type: string): boolean {
  const [container = '', ...parameters] = type.split(';').map((part) => part.trim());
  if (container === '') return true;
  if (!CONTAINERS.has(container.toLowerCase())) return false;
  const codecs = /^codecs\s*=\s*"?([^"]*)/i.exec(parameters.find((one) => /^codecs\s*=/i.test(one)) ?? '')?.[1] ?? '';
  return codecs
    .split(',')
    .map((codec) => codec.trim().split('.')[0]?.toLowerCase() ?? '')
    .every((codec) => codec === '' || CODECS.has(codec));
}
