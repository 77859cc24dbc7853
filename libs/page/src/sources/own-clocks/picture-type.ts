/** What is known of a picture by its address and by how it was served. */
import { nativeEntriesByName, nativeOrigin } from '../../natives/natives.js';

const KINDS: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  webp: 'image/webp',
  apng: 'image/apng',
  png: 'image/png',
  avif: 'image/avif',
};
const MAY_MOVE = /^image\/(?:gif|webp|a?png|avif)\b/;
/** Of addresses that tell of a type, those of pictures that never move, or that do so as graphics. */
const OTHER = /^data:|\.(?:jpe?g|jfif|svgz?|bmp|ico|tiff?|jxl)(?:[?#]|$)/i;

/** Media type of a picture that may be animated, by its address; undefined of others. */
export function animatedType(source: string): string | undefined {
  return (
    KINDS[/\.([a-z]+)(?:[?#]|$)/i.exec(source)?.[1]?.toLowerCase() ?? ''] ??
    /^data:(image\/(?:gif|webp|a?png|avif))[;,]/.exec(source)?.[1]
  );
}

/** Whether an address tells nothing of the type, as `/img/12` and `blob:` ones. */
export const isUntold = (source: string): boolean => animatedType(source) === undefined && !OTHER.test(source);

/** Whether a picture with such an address may be animated, by the type that it was served with where that is known. Those of other origins rather not. */
export function mayMove(source: string): boolean {
  if (source.startsWith('blob:')) return true;
  const type = nativeEntriesByName(source).at(-1)?.contentType ?? '';
  return type.startsWith('image/') ? MAY_MOVE.test(type) : source.startsWith(`${nativeOrigin}/`);
}

const BESIDES = 'framefarm-look';

/** The same file by another address: to fetch one by that of an image takes the image out of what the browser keeps for the page. */
export function besides(url: string): string {
  if (!url.startsWith(`${nativeOrigin}/`)) return url;
  const address = new URL(url);
  address.searchParams.append(BESIDES, '');
  return address.href;
}

/** Whether an address is one that {@link besides} made. */
export const isBesides = (url: string): boolean => url.includes(`${BESIDES}=`);
