/** Headers of a downloaded output (http-api 3.5). Pure. */
import type { RenderArtefact } from '@framefarm/farm';

/** Name under which a client saves the output: the last part of the name it asked for, else the file's own. */
export function downloadName(
  output: Pick<RenderArtefact, 'fileName' | 'contentType'>,
  outputName: string | null,
): string {
  const asked = outputName?.split('/').at(-1);
  if (asked === undefined || asked === '') return output.fileName;
  // The sequence is delivered as one archive, whatever its folder was to be called.
  return output.contentType === 'application/zip' && !asked.toLowerCase().endsWith('.zip') ? `${asked}.zip` : asked;
}

/** `Content-Disposition` with a plain name for old readers and the exact one in UTF-8 (RFC 6266). */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
