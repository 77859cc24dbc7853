import { RETENTION_RULES, STORE_KEYS } from '@framefarm/farm';
import { expect, test } from 'vitest';

test('a rule says how long each key of the store is kept', () => {
  const digest = 'd'.repeat(64);
  const keys = [
    STORE_KEYS.composition('owner', 'id'),
    STORE_KEYS.prepared('render', 1, 1),
    STORE_KEYS.sound('render', 1, 1, '.wav'),
    STORE_KEYS.ownPictures('render', 1, 0, 1),
    STORE_KEYS.pictures('owner', digest),
    STORE_KEYS.ownChunk('render', 1, 0, 1, '.mp4'),
    STORE_KEYS.chunk('owner', digest, '.mp4'),
    STORE_KEYS.output('render', 1, 1, 'video.mp4'),
    STORE_KEYS.manifest(STORE_KEYS.output('render', 1, 1, 'video.mp4')),
  ];
  for (const key of keys) {
    const rules = RETENTION_RULES.filter(({ prefix }) => key.startsWith(prefix));
    expect(rules, key).toHaveLength(1);
    expect(rules[0]?.keepSeconds ?? rules[0]?.maxBytes, key).toBeGreaterThan(0);
  }
});
