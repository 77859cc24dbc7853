/** The places of a session: one render with open pages each, also when one that has left comes back. */
import { IdleRoom } from '@framefarm/browser';
import { describe, expect, it } from 'vitest';
import { OWN_PLACE, openWarmPlace } from '../../../libs/render/src/place/place.js';
import { sharePlaces } from '../../../libs/render/src/place/shared-places.js';

const NEVER = new AbortController().signal;

function session() {
  let opened = 0;
  const places = sharePlaces(async () => {
    opened += 1;
    return { ...OWN_PLACE, close: async () => {} };
  });
  return { ...places, opened: () => opened };
}

describe('the places of a session', () => {
  it('are used by one render after the other, and each by one alone', async () => {
    const { take, opened } = session();
    const first = await take();
    const second = await take();
    expect(opened()).toBe(2);
    first.end();
    second.end();
    second.end();
    await take();
    await take();
    expect(opened()).toBe(2);
  });

  it('go to the next render when no page is open any more; it knows the encoder that still works', async () => {
    const { take, opened } = session();
    const { place, end } = await take();
    const encoded = Promise.resolve();
    place.leave(encoded);
    const next = await take();
    expect(opened()).toBe(1);
    expect(next.place.encoderFree).toBe(encoded);
    end();
    await take();
    expect(opened()).toBe(2);
  });

  it('go back to a render that has left before a new one gets them', async () => {
    const { take, opened } = session();
    const { place } = await take();
    place.leave(Promise.resolve());
    const next = await take();
    let back = false;
    const coming = place.comeBack(NEVER).then(() => {
      back = true;
    });
    await Promise.resolve();
    expect(back).toBe(false);
    next.end();
    await coming;
    await take();
    expect(opened()).toBe(2);
  });

  it('are not kept for a render that has given up coming back', async () => {
    const { take, opened } = session();
    const { place } = await take();
    place.leave(Promise.resolve());
    const next = await take();
    const reason = new Error('over');
    const abort = new AbortController();
    const coming = place.comeBack(abort.signal);
    abort.abort(reason);
    await expect(coming).rejects.toBe(reason);
    next.end();
    await take();
    expect(opened()).toBe(1);
  });
});

describe('a warm place', () => {
  it('has one room for the pictures of all its renders: those of one may still wait when the next one captures', async () => {
    const place = await openWarmPlace('unused', OWN_PLACE.tools, new IdleRoom());
    const room = place.frameRoom('yuv420p');
    expect(place.frameRoom('yuv420p')).toBe(room);
    expect(place.frameRoom('rgba')).not.toBe(room);
    expect(OWN_PLACE.frameRoom('yuv420p')).not.toBe(OWN_PLACE.frameRoom('yuv420p'));
    await place.close();
  });
});
