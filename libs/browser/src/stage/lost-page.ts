/** The process that draws a page has ended, while its browser goes on: what the page shows may have done it. */
import { FramefarmError } from '@framefarm/contract';

export class LostPageError extends FramefarmError {}
