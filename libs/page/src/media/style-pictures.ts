/**
 * Pictures that styles show, held by a style of ours (composition-format 7.6). What else is asked for at their address in another manner, as a
 * picture that may be read, a texture or a `fetch`, takes their place in the browser's memory: the next style that names such a picture then loads
 * it anew, and shows it some frames late. Styles get what another style holds, in whichever manner they ask.
 */
import { nativeOrigin } from '../natives/natives.js';
import type { Manner } from './named-pictures.js';
import type { RenderedShelf } from './rendered-shelf.js';

const PROPERTIES = { shown: 'background-image', read: 'mask-image' } as const satisfies Partial<Record<Manner, string>>;

export function holdStylePicture(shelf: RenderedShelf, url: string, manner: keyof typeof PROPERTIES): void {
  // One of elsewhere would go to masks as it was asked for first, and may not be read.
  if (!url.startsWith(`${nativeOrigin}/`)) return;
  // What a mask names of a file may be a part of it, which is asked for otherwise.
  if (manner === 'read' && url.includes('#')) return;
  shelf.put(PROPERTIES[manner], `url("${url}")`);
}
