/** The process that draws a page has ended, while its browser goes on: what the page shows may have done it. */
import { FramefarmError } from '@framefarm/contract';

/** `BROWSER_CRASHED` of one page alone: another try without its surface may succeed in the same browser. */
export class LostPageError extends FramefarmError {}
