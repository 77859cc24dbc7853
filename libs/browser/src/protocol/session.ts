/** A session of the DevTools protocol with a browser or with one of its pages: commands with answers, and events. */
import type { CDPSession, CDPSessionEvents } from 'puppeteer-core/internal/api/CDPSession.js';

type On = <E extends keyof CDPSessionEvents>(event: E, handler: (params: CDPSessionEvents[E]) => void) => unknown;

/** What is used of Puppeteer's sessions. A connection is one too, with the browser itself. */
export interface ProtocolSession extends Pick<CDPSession, 'send'> {
  readonly on: On;
  readonly once: On;
  readonly off: On;
}
