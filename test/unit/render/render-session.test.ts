/** A session whose places cannot be opened: each render is told so, and the session closes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RenderRequest } from '../../../libs/render/src/api.js';
import { openRenderSession } from '../../../libs/render/src/render-session.js';

// No render gets as far as to read what it is to do.
const request = { options: {} } as RenderRequest;

describe('a session without room for temporary files', () => {
  const before = process.env.TMPDIR;
  beforeEach(() => {
    process.env.TMPDIR = '/dev/null/nothing';
  });
  afterEach(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });

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
