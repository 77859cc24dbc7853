import { FramefarmError } from '@framefarm/contract';

const KEY_BYTES = 512;
/** A folder or file name may have 255 bytes; the directory store puts an id in front. */
const SEGMENT_BYTES = 200;
const SEGMENT = /^[A-Za-z0-9._=-]+$/;

export function isSegment(name: string): boolean {
  return SEGMENT.test(name) && name.length <= SEGMENT_BYTES && name !== '.' && name !== '..';
}

export function isKey(key: string): boolean {
  return key.length <= KEY_BYTES && key.split('/').every(isSegment);
}

/** @throws FramefarmError `VALIDATION_FAILED` */
export function checkKey(key: string): void {
  if (isKey(key)) return;
  throw new FramefarmError(
    'VALIDATION_FAILED',
    `Key ${shown(key)}: a key is segments of letters, digits and . _ = - parted by "/", none of them empty, "." or "..", ` +
      `each at most ${SEGMENT_BYTES} bytes, ${KEY_BYTES} bytes in all.`,
  );
}

/** @throws FramefarmError `VALIDATION_FAILED` */
export function checkPrefix(prefix: string, { all }: { readonly all: boolean }): void {
  if (prefix === '' && all) return;
  if (prefix.endsWith('/') && isKey(prefix.slice(0, -1))) return;
  throw new FramefarmError(
    'VALIDATION_FAILED',
    `Prefix ${shown(prefix)}: a prefix names a folder of keys and ends with "/", for example "outputs/".`,
  );
}

function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
