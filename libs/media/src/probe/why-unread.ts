/** Why ffprobe did not read a file, out of what it printed. Pure. */

/** Which demuxer it would have taken is told by its own name, such as `png_pipe`. */
const REFUSED_FORMAT = /^\[(\w+?)(?:_pipe)? @ 0x[0-9a-f]+\] Format not on whitelist/m;

/**
 * In words that do not name the file, as who tells of it has named it already; null when nothing was printed. A format that is never
 * read ends in "Invalid argument", which says nothing to an author.
 */
export function whyUnread(stderr: string, file: string): string | null {
  const format = REFUSED_FORMAT.exec(stderr)?.[1];
  if (format !== undefined) return `its format is ${format}, which is not read as video or sound`;
  const last = stderr.trim().split('\n').at(-1) ?? '';
  const reason = last.startsWith(`file:${file}: `) ? last.slice(`file:${file}: `.length) : last;
  return reason === '' ? null : reason;
}
