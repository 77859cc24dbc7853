/** Calls into `window.__framefarm` of the loaded page. */
import {
  FRAMEFARM_PATH,
  FramefarmError,
  PAGE_API_GLOBAL,
  UNDECODABLE,
  undecodableVideoError,
} from '@framefarm/contract';
import type { ProtocolSession } from '../protocol/session.js';

/** Most characters of a page's own words that an error repeats. */
const KEEP = 2_000;

/** What is said of an error before its stack, of which a user has nothing: the functions in it are the runtime's own. */
function withoutStack(description: string): string {
  const lines = description.split('\n');
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  return (stack < 0 ? lines : lines.slice(0, stack)).join('\n').trimEnd();
}

/** Our own code fails where a page has put something else in the place of what it calls. */
function hintFor(description: string): { readonly hint?: string } {
  const thrower = description.split('\n').find((line) => /^\s+at /.test(line));
  if (!description.startsWith('TypeError') || thrower?.includes(FRAMEFARM_PATH) !== true) return {};
  const hint =
    'A script of the page may have replaced a function of the browser that rendering needs, of Array, Map or document for example; leave these as they are.';
  return { hint };
}

/** A reference to the page's API, taken right after load and used for all calls. */
export class PageHandle {
  readonly #session: ProtocolSession;
  readonly #objectId: string;

  private constructor(session: ProtocolSession, objectId: string) {
    this.#session = session;
    this.#objectId = objectId;
  }

  /** @throws {FramefarmError} COMPOSITION_SCRIPT_ERROR when the document holds no page runtime. */
  static async take(session: ProtocolSession): Promise<PageHandle> {
    const expression = `globalThis[${JSON.stringify(PAGE_API_GLOBAL)}]`;
    const ask = () => session.send('Runtime.evaluate', { expression });
    // A page that leaves at this moment fails the call; the document that it left for is asked then, and named.
    const { result } = await ask().catch(ask);
    if (result.type !== 'object' || result.objectId === undefined) {
      const { result: address } = await session.send('Runtime.evaluate', { expression: 'location.href' });
      const where = String(address.value).slice(0, 500);
      throw new FramefarmError(
        'COMPOSITION_SCRIPT_ERROR',
        `the page at ${where} holds no runtime (window.__framefarm)`,
        {
          stage: 'capture',
          hint: 'Remove what sets location, reloads or refreshes the page, or replaces the document.',
        },
      );
    }
    return new PageHandle(session, result.objectId);
  }

  /** Calls a method with JSON arguments and returns its result as plain JSON. */
  async call(method: string, ...args: readonly unknown[]): Promise<unknown> {
    const answer = await this.#session.send('Runtime.callFunctionOn', {
      objectId: this.#objectId,
      functionDeclaration: `function(...args){return this.${method}(...args)}`,
      arguments: args.map((value) => ({ value })),
      awaitPromise: true,
      returnByValue: true,
    });
    if (answer.exceptionDetails !== undefined) {
      const { exception, text } = answer.exceptionDetails;
      const description = String(exception?.description ?? exception?.value ?? text);
      const words = withoutStack(description).slice(0, KEEP);
      const what = method === 'seek' ? `frame ${args[0]}` : method;
      const message = `${what} failed in the page: ${words}`;
      if (words.includes(UNDECODABLE)) throw undecodableVideoError(message);
      throw new FramefarmError('COMPOSITION_SCRIPT_ERROR', message, { stage: 'capture', ...hintFor(description) });
    }
    return answer.result.value;
  }
}
