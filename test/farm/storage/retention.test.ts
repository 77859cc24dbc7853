import { applyRetention, type ObjectUse, type RetentionRule } from '@framefarm/storage';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { directoryStore, s3Store, type TestStore } from '../../support/farm/stores.js';

const RULES: readonly RetentionRule[] = [
  { what: 'outputs', prefix: 'outputs/', keepSeconds: 7 * 86_400 },
  { what: 'pictures', prefix: 'pictures/', maxBytes: 5 },
];

describe.each([
  ['directory', directoryStore],
  ['S3', s3Store],
])('retention of a store in %s', (_kind, open: () => Promise<TestStore>) => {
  let at: TestStore;
  beforeEach(async () => {
    at = await open();
    for (const key of ['outputs/a', 'outputs/b', 'pictures/c', 'pictures/d', 'other/e'])
      await at.store.put(key, 'four');
  });
  afterEach(() => at.close());

  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of at.store.list('')) found.push(key);
    return found;
  };
  const inEightDays = () => new Date(Date.now() + 8 * 86_400_000);

  test('a dry run says what would go and removes nothing', async () => {
    const report = await applyRetention(at.store, RULES, { dryRun: true, now: inEightDays() });
    expect(report.going.map(({ object, reason }) => `${object.key} ${reason}`)).toEqual([
      'outputs/a age',
      'outputs/b age',
      expect.stringMatching(/^pictures\/[cd] size$/),
    ]);
    expect(report).toMatchObject({ dryRun: true, removed: [], swept: 0 });
    expect(await keys()).toHaveLength(5);
  });

  test('a run removes the same, and a second one finds nothing more', async () => {
    const options = { now: inEightDays() };
    const dry = await applyRetention(at.store, RULES, { ...options, dryRun: true });
    const report = await applyRetention(at.store, RULES, options);
    expect(report.removed).toEqual(dry.going.map(({ object }) => object.key));
    expect(report).toMatchObject({ failed: [], spared: [] });
    expect((await keys()).filter((key) => !key.startsWith('pictures/'))).toEqual(['other/e']);
    expect(await applyRetention(at.store, RULES, options)).toMatchObject({ going: [], removed: [] });
  });

  test('spares what comes into use after the plan was made', async () => {
    const asked: string[] = [];
    const useOf = async (key: string): Promise<ObjectUse> => {
      const again = asked.includes(key);
      asked.push(key);
      return { inUse: again && key === 'outputs/a' };
    };
    const report = await applyRetention(at.store, RULES.slice(0, 1), { now: inEightDays(), useOf });
    expect(report).toMatchObject({ removed: ['outputs/b'], spared: ['outputs/a'] });
    expect(await keys()).toContain('outputs/a');
  });

  test('spares what was stored anew after the plan was made', async () => {
    let listed = 0;
    const useOf = async (key: string): Promise<ObjectUse> => {
      listed += 1;
      if (listed === 3) await at.store.put(key, 'another one');
      return {};
    };
    const report = await applyRetention(at.store, RULES.slice(0, 1), { now: inEightDays(), useOf });
    expect(report).toMatchObject({ removed: ['outputs/b'], spared: ['outputs/a'] });
  });
});
