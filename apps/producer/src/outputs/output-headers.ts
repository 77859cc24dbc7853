/** Headers of a downloaded output (http-api 3.5). Pure. */
import { extname } from 'node:path';
import { FORMATS } from '@framefarm/contract';
import type { RenderArtefact } from '@framefarm/farm';

/** Every type that an output may be downloaded as. */
export const OUTPUT_TYPES = Object.values(FORMATS).map(({ contentType }) => contentType);

/**
 * Name under which a client saves the output: the last part of the name it asked for, else the file's own. It ends as the file
 * does: "intro" of an mp4 is saved as intro.mp4, or nothing would open it; a sequence is delivered as one archive.
 */
export function downloadName(output: Pick<RenderArtefact, 'fileName'>, outputName: string | null): string {
  const asked = outputName?.split('/').at(-1);
  if (asked === undefined || asked === '') return output.fileName;
  const extension = extname(output.fileName);
  return asked.toLowerCase().endsWith(extension.toLowerCase()) ? asked : `${asked}${extension}`;
}

/** `Content-Disposition` with a plain name for old readers and the exact one in UTF-8 (RFC 6266). */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
