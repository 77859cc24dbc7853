import { planRetention, type RetentionCandidate, type RetentionRule } from '@framefarm/storage';
import { describe, expect, test } from 'vitest';

const NOW = new Date('2026-11-22T12:00:00Z');
const HOUR = 3_600;
const stored = (key: string, hoursAgo: number, more: Partial<RetentionCandidate> = {}): RetentionCandidate => ({
  key,
  size: 10,
  storedAt: new Date(NOW.getTime() - hoursAgo * HOUR * 1000),
  ...more,
});
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * HOUR * 1000);
const going = (objects: readonly RetentionCandidate[], ...rules: readonly RetentionRule[]): string[] =>
  planRetention(objects, rules, NOW).going.map(({ object, reason }) => `${object.key} ${reason}`);

const RUNS: RetentionRule = { what: 'runs', prefix: 'renders/', keepSeconds: HOUR, keepSecondsAfterFailure: 24 * HOUR };
const CACHE: RetentionRule = { what: 'pictures', prefix: 'pictures/', maxBytes: 25 };

describe('a rule of age', () => {
  test('counts from the end of the work, not from when a part of it was stored', () => {
    const succeeded = true;
    const objects = [
      stored('renders/a', 5, { use: { succeeded, endedAt: hoursAgo(0.5) } }),
      stored('renders/b', 5, { use: { succeeded, endedAt: hoursAgo(1.1) } }),
      stored('renders/c', 50, { use: { inUse: true } }),
    ];
    expect(going(objects, RUNS)).toEqual(['renders/b age']);
  });

  test('keeps longer what failed, and what nobody knows of', () => {
    const objects = [
      stored('renders/failed', 23, { use: { succeeded: false, endedAt: hoursAgo(22) } }),
      stored('renders/failed-long-ago', 26, { use: { succeeded: false, endedAt: hoursAgo(25) } }),
      stored('renders/unknown', 23),
      stored('renders/unknown-long-ago', 25),
    ];
    expect(going(objects, RUNS)).toEqual(['renders/failed-long-ago age', 'renders/unknown-long-ago age']);
  });

  test('gives way to what was asked for', () => {
    const use = { succeeded: true, endedAt: hoursAgo(2) };
    const objects = [
      stored('renders/longer', 2, { use: { ...use, keepSeconds: 3 * HOUR } }),
      stored('renders/as-ruled', 2, { use }),
    ];
    expect(going(objects, RUNS)).toEqual(['renders/as-ruled age']);
  });

  test('keeps an object to the last second', () => {
    const rule = { what: 'outputs', prefix: 'outputs/', keepSeconds: 7 * 24 * HOUR };
    expect(going([stored('outputs/x', 7 * 24)], rule)).toEqual([]);
    expect(going([stored('outputs/x', 7 * 24 + 0.001)], rule)).toEqual(['outputs/x age']);
  });
});

describe('a rule of size', () => {
  test('lets those go first that were not stored or used for longest, and no more than needed', () => {
    const objects = [
      stored('pictures/new', 1),
      stored('pictures/old', 9),
      stored('pictures/oldest-but-used', 10, { use: { usedAt: hoursAgo(0.5) } }),
      stored('pictures/middle', 5),
    ];
    expect(going(objects, CACHE)).toEqual(['pictures/old size', 'pictures/middle size']);
    expect(going(objects, { ...CACHE, maxBytes: 40 })).toEqual([]);
  });

  test('spares what is in use even if all the rest has to go', () => {
    const objects = [stored('pictures/used', 9, { use: { inUse: true } }), stored('pictures/free', 1)];
    expect(going(objects, { ...CACHE, maxBytes: 5 })).toEqual(['pictures/free size']);
  });

  test('counts what age leaves', () => {
    const rule = { ...CACHE, keepSeconds: 4 * HOUR };
    const objects = [
      stored('pictures/a', 9),
      stored('pictures/b', 5),
      stored('pictures/c', 1),
      stored('pictures/d', 2),
    ];
    expect(going(objects, rule)).toEqual(['pictures/a age', 'pictures/b age']);
  });
});

test('the first rule for a key holds, what has none stays, and the totals say what each rule takes', () => {
  const objects = [stored('outputs/kept/a', 100), stored('outputs/b', 100), stored('else/c', 100)];
  const rules = [
    { what: 'kept', prefix: 'outputs/kept/', keepSeconds: 1000 * HOUR },
    { what: 'outputs', prefix: 'outputs/', keepSeconds: HOUR },
  ];
  const plan = planRetention(objects, rules, NOW);
  expect(plan.going).toEqual([{ object: objects[1], what: 'outputs', reason: 'age' }]);
  expect(plan.totals).toEqual([
    { what: 'kept', objects: 1, bytes: 10, goingObjects: 0, goingBytes: 0 },
    { what: 'outputs', objects: 1, bytes: 10, goingObjects: 1, goingBytes: 10 },
  ]);
});
