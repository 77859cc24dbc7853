import { describe, expect, it } from 'vitest';
import { keySegment, STORE_KEYS } from '../../../libs/farm/src/keys/store-keys.js';

const SEGMENT = /^[A-Za-z0-9._=-]{1,200}$/;

describe('keys of the store', () => {
  it('leave plain names as they are', () => {
    expect(keySegment('team-a_1')).toBe('team-a_1');
    expect(STORE_KEYS.composition('local', 'cmp_ab')).toBe('compositions/local/cmp_ab');
  });

  it.each(['..', '.', 'a/b', '../x', 'Käthe', 'a b', '', 'x'.repeat(300), '=a'])(
    'make a safe segment of %j',
    (text) => {
      const segment = keySegment(text);
      expect(segment).toMatch(SEGMENT);
      expect(segment).not.toMatch(/^\.+$/);
    },
  );

  it('never meet for two different names', () => {
    const names = ['a b', 'a-b', 'a/b', 'a  b', 'ä', 'ö', '=a', keySegment('a b')];
    expect(new Set(names.map(keySegment)).size).toBe(names.length);
  });

  it('keep the extension of an output whose name is not safe', () => {
    const key = STORE_KEYS.output('rnd_1', 2, 3, 'Über uns/Folge 1.mp4');
    expect(key).toMatch(/^outputs\/rnd_1\/2-3\/[^/]+\.mp4$/);
    for (const segment of key.split('/')) expect(segment).toMatch(SEGMENT);
  });
});
