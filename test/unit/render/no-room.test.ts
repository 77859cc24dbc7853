/** Where no temporary files can be made: each render of a session is told so, and nothing stays open. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RenderRequest } from '../../../libs/render/src/api.js';
import type { LiveRequest } from '../../../libs/render/src/live/live-api.js';
import { openLive } from '../../../libs/render/src/live/open-live.js';
import { openRenderSession } from '../../../libs/render/src/render-session.js';

// No render gets as far as to read what it is to do.
const request = { options: {} } as RenderRequest;

const usual = process.env.TMPDIR;
beforeEach(() => {
  process.env.TMPDIR = '/dev/null/nothing';
});
afterEach(() => {
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
});

describe('a preview without room for temporary files', () => {
  it('leaves no port open', async () => {
    const listening = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
    const before = listening();
    const opening = openLive({ projectDir: '/', host: '127.0.0.1', options: {} } as LiveRequest);
    await expect(opening).rejects.toMatchObject({ code: 'OUTPUT_NOT_WRITABLE' });
    await expect.poll(listening, { timeout: 2_000 }).toBe(before);
  });
});

describe('a session without room for temporary files', () => {
  it('tells every render what is wrong, those that wait for the first one too', async () => {
    const { render, close } = openRenderSession();
    const told = await Promise.allSettled([render(request), render(request)]);
    expect(told).toMatchObject([
      { status: 'rejected', reason: { code: 'OUTPUT_NOT_WRITABLE' } },
      { status: 'rejected', reason: { code: 'OUTPUT_NOT_WRITABLE' } },
    ]);
    await expect(close()).resolves.toBeUndefined();
  }, 5_000);
});
