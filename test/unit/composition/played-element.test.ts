import { playedElement } from '@framefarm/composition/media';
import { describe, expect, it } from 'vitest';

interface Written {
  readonly src?: string;
  readonly type?: string;
  readonly media?: string;
}

const played = (player: Written, sources: readonly Written[], holds: boolean | null = null): string | null =>
  playedElement<Written>(player, sources, {
    attribute: (element, name) => element[name] ?? null,
    holds: () => holds,
  })?.src ?? null;

const takes = (type: string): boolean => played({}, [{ src: 'a', type }, { src: 'b' }]) === 'a';

describe('the source that a player takes', () => {
  it('is its own, empty or not, before those of its children', () => {
    expect(played({ src: 'own' }, [{ src: 'a' }])).toBe('own');
    expect(played({ src: '' }, [{ src: 'a' }])).toBe('');
  });

  it('is the first child that names one', () => {
    expect(played({}, [{}, { src: ' ' }, { src: 'a' }, { src: 'b' }])).toBe('a');
    expect(played({}, [])).toBeNull();
  });

  it.each([
    'video/mp4',
    'VIDEO/MP4',
    'video/mp4; codecs="avc1.42E01E, mp4a.40.2"',
    'video/webm;codecs=vp9',
    'video/webm; codecs="vp8, vorbis"',
    'audio/ogg; codecs=opus',
    'audio/mpeg',
    'audio/wav; codecs="1"',
    'video/mp4; codecs=""',
    'video/mp4; width=9',
    '',
  ])('may have the type %j', (type) => expect(takes(type)).toBe(true));

  it.each([
    'video/mp4; codecs="hvc1"',
    'video/mp4; codecs=hev1.1.6.L93.B0',
    'video/webm; codecs="vp9, bogus"',
    'video/quicktime',
    'application/x-mpegURL',
    'text/plain',
  ])('is the next one where the type is %j', (type) => expect(takes(type)).toBe(false));

  it('has a type that no browser plays only where no other is left', () => {
    expect(
      played({}, [
        { src: 'a', type: 'video/quicktime' },
        { src: 'b', type: 'video/avi' },
      ]),
    ).toBe('a');
  });

  it('is left out where its media query does not hold, and is not known where that is not', () => {
    const sources = [{ src: 'a', media: '(min-width: 900px)' }, { src: 'b' }];
    expect(played({}, sources, true)).toBe('a');
    expect(played({}, sources, false)).toBe('b');
    expect(played({}, sources, null)).toBeNull();
    expect(played({}, sources.slice(0, 1), false)).toBeNull();
    expect(played({}, sources.toReversed(), null)).toBe('b');
  });
});
