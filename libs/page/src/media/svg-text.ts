/** What stands in files of SVG that the page shows, read beside how it shows them. */
import { nativeFetch } from '../natives/natives.js';
import { besides } from '../sources/own-clocks/picture-type.js';

/**
 * Of a file or of data; empty where it cannot be had, or is no SVG. A style that shows the file first in a later frame would have to load it
 * anew if it were read by its own address, and that frame would be without it.
 */
export const svgText = (url: string, priority: RequestPriority = 'auto'): Promise<string> =>
  nativeFetch(besides(url), { priority })
    .then((answer) => (/svg|xml/.test(answer.headers.get('content-type') ?? 'svg') ? answer.text() : ''))
    .catch(() => '');
