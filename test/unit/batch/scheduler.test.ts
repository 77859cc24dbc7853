import { FramefarmError } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { stage } from './schedule.js';

describe('rows of a batch (cli 5)', () => {
  it('get ready and capture while the one before is assembled, and are told one after the other', async () => {
    const batch = stage('abc');
    batch.rows.get(0)?.prepared();
    await batch.settle();
    // A second browser would take memory and save no time.
    expect(batch.news()).toEqual(['render 0', 'start 0', 'turn 0']);
    batch.rows.get(0)?.captured();
    await batch.settle();
    expect(batch.news()).toEqual(['render 1']);
    batch.rows.get(1)?.prepared();
    await batch.settle();
    // Row 1 captures while row 0 is assembled, but is not told before row 0 is over.
    expect(batch.news()).toEqual(['turn 1']);
    batch.rows.get(0)?.done();
    await batch.settle();
    expect(batch.news()).toEqual(['complete 0', 'start 1']);
    batch.rows.get(1)?.captured();
    await batch.settle();
    expect(batch.news()).toEqual(['render 2']);
    batch.rows.get(1)?.done();
    await batch.settle();
    expect(batch.news()).toEqual(['complete 1']);
    await batch.finish(2);
    await batch.ended;
    expect(batch.news()).toEqual(['start 2', 'turn 2', 'complete 2']);
    expect(batch.mostRunning()).toBe(1);
  });

  it('run as many at once as was asked for, and begin in order', async () => {
    const batch = stage('abcdef', { concurrency: 3 });
    for (const index of [2, 1]) batch.rows.get(index)?.prepared();
    await batch.settle();
    // A lane is kept for row 0.
    expect(batch.news()).toEqual(['render 0', 'render 1', 'render 2', 'turn 2', 'turn 1']);
    batch.rows.get(0)?.prepared();
    await batch.settle();
    expect(batch.news()).toEqual(['start 0', 'start 1', 'start 2', 'turn 0']);
    batch.rows.get(1)?.captured();
    batch.rows.get(1)?.done();
    await batch.settle();
    expect(batch.news()).toEqual(['render 3', 'complete 1']);
    batch.rows.get(3)?.prepared();
    await batch.settle();
    expect(batch.news().toSorted()).toEqual(['start 3', 'turn 3']);
    for (const index of [0, 2, 3, 4, 5]) await batch.finish(index);
    await batch.ended;
    expect(batch.mostRunning()).toBe(3);
    expect(batch.log.filter((line) => line.startsWith('complete'))).toHaveLength(6);
  });

  it('do not touch each other when one fails; what fails early is told in its turn', async () => {
    const batch = stage('abc', { lanes: 2 });
    batch.rows.get(1)?.fail('COMPOSITION_SCRIPT_ERROR');
    await batch.settle();
    expect(batch.news()).toEqual(['render 0', 'render 1', 'render 2']);
    await batch.finish(0);
    expect(batch.news().slice(2)).toEqual(['complete 0', 'start 1', 'fail 1 COMPOSITION_SCRIPT_ERROR']);
    await batch.finish(2);
    await batch.ended;
    expect(batch.log.at(-1)).toBe('complete 2');
  });

  it('never run further ahead than one row, however many there are', async () => {
    const batch = stage(Array.from({ length: 1_000 }, (_, n) => `row ${n}`));
    batch.rows.get(0)?.prepared();
    await batch.settle();
    batch.rows.get(0)?.captured();
    await batch.settle();
    await batch.finish(1);
    expect(batch.rows.size).toBe(2);
    for (let index = 0; index < 1_000; index += 1) await batch.finish(index);
    await batch.ended;
    expect(batch.mostRunning()).toBe(1);
  });

  it('are not rendered when an earlier run has done them, and still told in order', async () => {
    const batch = stage('abc', { done: new Map([[1, 'earlier']]) });
    await batch.finish(0);
    await batch.finish(2);
    await batch.ended;
    expect(batch.log.filter((line) => /start|complete/.test(line))).toEqual([
      ...['start 0', 'complete 0', 'start 1', 'complete 1', 'start 2', 'complete 2'],
    ]);
    expect(batch.rows.has(1)).toBe(false);
  });
});

describe('rows with the same inputs', () => {
  it('are rendered once and copied', async () => {
    const batch = stage('aaab');
    await batch.finish(0);
    await batch.finish(3);
    await batch.ended;
    expect([...batch.rows.keys()]).toEqual([0, 3]);
    expect(batch.log.filter((line) => /copy|complete/.test(line))).toEqual([
      'complete 0',
      'copy result 0 to 1',
      'complete 1 of 0',
      'copy result 0 to 2',
      'complete 2 of 0',
      'complete 3',
    ]);
  });

  it('are copied from the output of an earlier run, too', async () => {
    const batch = stage('aa', { done: new Map([[1, 'earlier']]) });
    await batch.ended;
    expect(batch.log).toEqual(['start 0', 'copy earlier to 0', 'complete 0 of 1', 'start 1', 'complete 1']);
  });

  it('are rendered after all when the first of them fails, one at a time', async () => {
    const batch = stage('aaa');
    batch.rows.get(0)?.fail();
    await batch.settle();
    expect([...batch.rows.keys()]).toEqual([0, 1]);
    await batch.finish(1);
    await batch.ended;
    expect(batch.log.filter((line) => /fail|complete/.test(line))).toEqual([
      'fail 0 ENCODER_FAILED',
      'complete 1',
      'complete 2 of 1',
    ]);
  });

  it('are rendered when the copy fails', async () => {
    const batch = stage('aa', { copyFails: true });
    await batch.finish(0);
    await batch.finish(1);
    await batch.ended;
    expect(batch.log.at(-1)).toBe('complete 1');
  });
});

describe('--batch-fail-fast', () => {
  it('starts no row after the first failure, lets running ones finish and skips the rest', async () => {
    const batch = stage('abcdef', { concurrency: 2, failFast: true });
    for (const index of [0, 1, 2]) batch.rows.get(index)?.prepared();
    await batch.settle();
    batch.rows.get(0)?.fail();
    await batch.settle();
    expect(batch.log.slice(-2)).toEqual(['fail 0 ENCODER_FAILED', 'abort 2']);
    await batch.finish(1);
    await batch.ended;
    expect(batch.log.slice(-5)).toEqual(['complete 1', 'skip 2', 'skip 3', 'skip 4', 'skip 5']);
  });

  it('makes no output of a row before it is told, so that a skipped row has none', async () => {
    const batch = stage('ab', { failFast: true });
    batch.rows.get(0)?.prepared();
    batch.rows.get(1)?.prepared();
    await batch.settle();
    batch.rows.get(0)?.captured();
    await batch.settle();
    batch.rows.get(1)?.captured();
    await batch.settle();
    expect([...batch.finishing]).toEqual([0]);
    batch.rows.get(0)?.fail();
    await batch.ended;
    expect([...batch.finishing]).toEqual([0]);
    expect(batch.log.slice(-3)).toEqual(['fail 0 ENCODER_FAILED', 'abort 1', 'skip 1']);
  });

  it('makes the output of a row that has captured unseen once the row is told', async () => {
    const batch = stage('ab', { failFast: true });
    for (const index of [0, 1]) {
      batch.rows.get(index)?.prepared();
      await batch.settle();
      batch.rows.get(index)?.captured();
      await batch.settle();
    }
    batch.rows.get(0)?.done();
    await batch.settle();
    expect([...batch.finishing]).toEqual([0, 1]);
    batch.rows.get(1)?.done();
    await batch.ended;
    expect(batch.log.slice(-3)).toEqual(['complete 0', 'start 1', 'complete 1']);
  });
});

describe('an interrupted batch (cli 1.2)', () => {
  const reason = new FramefarmError('INTERRUPTED', 'ended by SIGINT');

  it('fails what runs, keeps what is done and skips the rest', async () => {
    const abort = new AbortController();
    const batch = stage('abcbd', { signal: abort.signal, concurrency: 2 });
    await batch.finish(0);
    batch.rows.get(1)?.prepared();
    await batch.settle();
    abort.abort(reason);
    await batch.ended;
    const told = batch.log.filter((line) => /complete|fail|skip/.test(line));
    expect(told).toEqual(['complete 0', 'fail 1 INTERRUPTED', 'skip 2', 'skip 3', 'skip 4']);
  });

  it('tells of a row that was done before its turn to be told', async () => {
    const abort = new AbortController();
    const batch = stage('abc', { signal: abort.signal });
    batch.rows.get(0)?.prepared();
    await batch.settle();
    batch.rows.get(0)?.captured();
    await batch.settle();
    await batch.finish(1);
    abort.abort(reason);
    await batch.ended;
    const told = batch.log.filter((line) => /complete|fail|skip/.test(line));
    expect(told).toEqual(['fail 0 INTERRUPTED', 'complete 1', 'skip 2']);
  });

  it('skips everything when it is interrupted before it begins', async () => {
    const batch = stage('abc', { signal: AbortSignal.abort(reason) });
    await batch.ended;
    expect(batch.log).toEqual(['skip 0', 'skip 1', 'skip 2']);
  });
});
