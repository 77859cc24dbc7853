/** Relative names of outputs: nobody chooses a host path over HTTP (http-api 2, security 4). Pure. */

/** Longest name between two slashes, bytes; and of the whole name. */
const MAX_NAME_BYTES = 255;
const MAX_BYTES = 1024;

/** Why `name` cannot be the name of an output, or null. */
export function outputNameFault(name: string): string | null {
  if (name === '') return 'is empty; an output needs a name';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) return 'holds a control character';
  if (name.includes('\\')) return 'holds a backslash; separate folders with /';
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return 'is absolute; give a name relative to the outputs';
  if (!name.isWellFormed()) return 'holds half of a surrogate pair; no file can be named so';
  for (const part of name.split('/')) {
    if (part === '' || part === '.' || part === '..')
      return `has the part "${part}"; an output stays below the outputs`;
    if (/[. ]$/.test(part)) return 'has a part that ends with a dot or a space';
    if (Buffer.byteLength(part) > MAX_NAME_BYTES) return `has a part of more than ${MAX_NAME_BYTES} bytes`;
  }
  return Buffer.byteLength(name) > MAX_BYTES ? `has more than ${MAX_BYTES} bytes` : null;
}
