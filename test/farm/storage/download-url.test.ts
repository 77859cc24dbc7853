import { openStore } from '@framefarm/storage';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { s3Store, type TestStore } from '../../support/farm/stores.js';
import type { S3Server } from '../../support/s3/server.js';

describe('a signed download URL', () => {
  let at: TestStore & { readonly server: S3Server };
  beforeEach(async () => {
    at = await s3Store();
    await at.store.put('outputs/one/video.mp4', 'the video', { contentType: 'video/mp4' });
  });
  afterEach(() => at.close());

  const signed = async (options: Partial<Parameters<TestStore['store']['downloadUrl']>[1]> = {}) => {
    const url = await at.store.downloadUrl('outputs/one/video.mp4', { expiresSeconds: 60, ...options });
    if (url === null) throw new Error('no URL');
    return url;
  };

  test('works without credentials, with ranges, the name and the type asked for', async () => {
    const whole = await fetch(await signed({ fileName: 'Grüße "1".mp4' }));
    expect(whole.status).toBe(200);
    expect(await whole.text()).toBe('the video');
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    const disposition = whole.headers.get('content-disposition');
    expect(disposition).toMatch(/^attachment; filename="Gr/);
    expect(disposition).toContain("filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22.mp4");

    const shown = await fetch(await signed({ disposition: 'inline', contentType: 'video/webm' }), {
      headers: { range: 'bytes=4-8' },
    });
    expect(shown.status).toBe(206);
    expect(await shown.text()).toBe('video');
    expect(shown.headers.get('content-type')).toBe('video/webm');
    expect(shown.headers.get('content-disposition')).toBe('inline');
  });

  test('ends when its time is over', async () => {
    const url = await signed({ expiresSeconds: 60 });
    at.server.turnClock(50);
    expect((await fetch(url)).status).toBe(200);
    at.server.turnClock(15);
    expect((await fetch(url)).status).toBe(403);
  });

  test('holds also where the clock of this machine is wrong, as requests do', async () => {
    at.server.turnClock(3600);
    expect((await fetch(await signed())).status).toBe(200);
  });

  test('holds for nothing else', async () => {
    await at.store.put('outputs/two/video.mp4', 'of somebody else');
    const url = await signed({ fileName: 'video.mp4' });
    const changed = [
      url.replace('/one/', '/two/'),
      url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'),
      url.replace('disposition=attachment', 'disposition=inline'),
      url.replace(/X-Amz-Signature=[^&]+/, `X-Amz-Signature=${'0'.repeat(64)}`),
      url.replace(/\?.*/, ''),
    ];
    expect(new Set([url, ...changed]).size).toBe(6);
    for (const other of changed) expect((await fetch(other)).status, other).toBe(403);
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(url)).status).toBe(200);
  });

  test.each([0, 901, 1.5, Number.NaN])('is not made for %d seconds', async (expiresSeconds) => {
    await expect(signed({ expiresSeconds })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test('names the host by which clients know the server', async () => {
    const env = { ...at.env, S3_PUBLIC_ENDPOINT: at.env.S3_ENDPOINT?.replace('127.0.0.1', 'localhost') ?? '' };
    const store = await openStore(at.location, { env });
    const url = await store.downloadUrl('outputs/one/video.mp4', { expiresSeconds: 60 });
    expect(url).toContain('http://localhost:');
    expect(await fetch(url ?? '').then((answer) => answer.text())).toBe('the video');
    await store.close();
  });
});
