/** What a failure in a page comes to: its words, without the runtime's stack. */
import { isUndecodableVideo, UNDECODABLE } from '@framefarm/contract';
import { expect, it } from 'vitest';
import type { ProtocolSession } from '../../../libs/browser/src/protocol/session.js';
import { PageHandle } from '../../../libs/browser/src/stage/page-handle.js';

/** A page in which every call fails so. */
function failing(description: string): Promise<PageHandle> {
  const send = async (method: string) =>
    method === 'Runtime.evaluate'
      ? { result: { type: 'object', objectId: 'api' } }
      : { result: {}, exceptionDetails: { text: 'Uncaught', exception: { description } } };
  return PageHandle.take({ send } as unknown as ProtocolSession);
}

const STACK = '    at next (http://127.0.0.1:4000/__framefarm/runtime.js:12:3)\n    at async seek (<anonymous>:1:1)';

it.each([
  {
    what: 'a video that cannot be decoded',
    words: `Error: ${UNDECODABLE} (a frame\nis broken)`,
    code: 'VIDEO_SOURCE_UNRENDERABLE',
    undecodable: true,
  },
  { what: 'anything else', words: 'TypeError: nothing at all', code: 'COMPOSITION_SCRIPT_ERROR', undecodable: false },
])('$what is told without a stack', async ({ words, code, undecodable }) => {
  const page = await failing(`${words}\n${STACK}`);
  const failure = await page.call('seek', 7).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code, message: `frame 7 failed in the page: ${words}` });
  expect(isUndecodableVideo(failure)).toBe(undecodable);
});

it.each([
  ['a function of the browser that a page replaced', 'TypeError: a.flatMap is not a function', /replaced a function/],
  ['anything else', 'Error: no such frame', /^Correct the script/],
])('hints at %s', async (_, words, hint) => {
  const page = await failing(`${words}\n${STACK}`);
  await expect(page.call('settle')).rejects.toMatchObject({ hint: expect.stringMatching(hint) });
});

it('names where a page is that leaves while it is taken', async () => {
  let asked = 0;
  const send = async (_: string, { expression }: { expression: string }) => {
    asked += 1;
    if (asked === 1) throw new Error('Inspected target navigated or closed');
    return {
      result: expression === 'location.href' ? { value: 'http://127.0.0.1/other.html' } : { type: 'undefined' },
    };
  };
  await expect(PageHandle.take({ send } as unknown as ProtocolSession)).rejects.toMatchObject({
    code: 'COMPOSITION_SCRIPT_ERROR',
    message: expect.stringContaining('/other.html holds no runtime'),
  });
});
