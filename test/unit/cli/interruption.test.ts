import { EventEmitter } from 'node:events';
import { ERRORS, type ErrorCode, FramefarmError } from '@framefarm/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exitCodeOf } from '../../../oclif/src/session/exit-codes.js';
import { CLEAN_UP_LIMIT_MS, listenForInterruption, SAME_WISH_MS } from '../../../oclif/src/session/interruption.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function listening(source = new EventEmitter()) {
  const told: string[] = [];
  const interruption = listenForInterruption({
    source,
    now: () => Date.now(),
    ignoresHangUp: false,
    exit: (code) => told.push(`exit ${code}`),
    onFirst: (signal) => told.push(`first ${signal}`),
    onLast: (signal) => told.push(`last ${signal}`),
  });
  return { source, told, interruption };
}

describe('signals (cli 1.2)', () => {
  it('cancel at the first one', () => {
    const { source, told, interruption } = listening();
    source.emit('SIGINT');
    expect(told).toEqual(['first SIGINT']);
    expect(interruption.received()).toBe('SIGINT');
    expect(interruption.signal.reason).toMatchObject({ code: 'INTERRUPTED' });
  });

  it('that a launcher repeats at once are one wish', () => {
    const { source, told } = listening();
    source.emit('SIGINT');
    vi.advanceTimersByTime(SAME_WISH_MS);
    source.emit('SIGINT');
    expect(told).toEqual(['first SIGINT']);
  });

  it('are as one where the launcher was gone before anybody listened', () => {
    const { told } = listening(Object.assign(new EventEmitter(), { connected: false }));
    expect(told).toEqual(['first SIGTERM']);
  });

  it('kill at a second one, with the status of the first', () => {
    const { source, told } = listening();
    source.emit('SIGTERM');
    vi.advanceTimersByTime(SAME_WISH_MS + 1);
    source.emit('SIGINT');
    expect(told).toEqual(['first SIGTERM', 'last SIGTERM', 'exit 143']);
  });

  it('kill when cleaning up takes too long', () => {
    const { source, told } = listening();
    source.emit('SIGINT');
    vi.advanceTimersByTime(CLEAN_UP_LIMIT_MS);
    expect(told).toEqual(['first SIGINT', 'last SIGINT', 'exit 130']);
  });

  it('make no failure of work that ends with them and that nobody waits for; other forgotten failures stay failures', () => {
    const { source, interruption } = listening();
    const other = new Error('forgotten');
    expect(() => source.emit('unhandledRejection', other)).toThrow(other);
    source.emit('SIGHUP');
    source.emit('unhandledRejection', interruption.signal.reason);
    expect(() => source.emit('unhandledRejection', other)).toThrow(other);
    interruption.release();
    expect(source.listenerCount('unhandledRejection')).toBe(0);
  });

  it('count the loss of the launcher as SIGTERM', () => {
    const { source, told } = listening();
    source.emit('disconnect');
    expect(told).toEqual(['first SIGTERM']);
  });

  it('are left to others after release', () => {
    const { source, told, interruption } = listening();
    source.emit('SIGINT');
    interruption.release();
    vi.advanceTimersByTime(CLEAN_UP_LIMIT_MS * 2);
    expect(source.eventNames()).toEqual([]);
    expect(told).toEqual(['first SIGINT']);
  });
});

describe('exit statuses (cli 1.1)', () => {
  it('are those of the catalogue, and only 1, 2, 69 and 130 among them', () => {
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      const exit = exitCodeOf(new FramefarmError(code, 'x'));
      expect(exit).toBe(ERRORS[code].exit);
      expect([1, 2, 69, 130]).toContain(exit);
    }
  });

  it.each(['UNAUTHENTICATED', 'FORBIDDEN', 'RENDER_NOT_FOUND', 'RENDER_FINISHED', 'RATE_LIMITED'] as const)(
    'a farm that refuses with %s is a failure, no mistake on the command line',
    (code) => expect(exitCodeOf(new FramefarmError(code, 'x'))).toBe(1),
  );

  it('tell an output that cannot be put in its place from one that is refused before anything was rendered', () => {
    expect(exitCodeOf(new FramefarmError('OUTPUT_NOT_WRITABLE', 'x'))).toBe(2);
    expect(exitCodeOf(new FramefarmError('OUTPUT_NOT_WRITABLE', 'x', { stage: 'publish' }))).toBe(1);
  });

  it('follow a signal before the error it caused', () => {
    const error = new FramefarmError('BROWSER_CRASHED', 'x');
    expect([exitCodeOf(error, 'SIGINT'), exitCodeOf(error, 'SIGTERM'), exitCodeOf(error, 'SIGHUP')]).toEqual([
      130, 143, 129,
    ]);
  });
});
