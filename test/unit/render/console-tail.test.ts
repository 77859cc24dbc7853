import { describe, expect, it } from 'vitest';
import { ConsoleTail } from '../../../libs/render/src/stage/console-tail.js';

describe('the tail of a console', () => {
  it('keeps the last 30 lines, oldest first', () => {
    const tail = new ConsoleTail();
    for (let line = 1; line <= 100; line += 1) tail.add(`log: ${line}`);
    expect(tail.lines).toHaveLength(30);
    expect([tail.lines[0], tail.lines.at(-1)]).toEqual(['log: 71', 'log: 100']);
  });

  it('keeps 500 characters of a line and 8,000 of all', () => {
    const tail = new ConsoleTail();
    for (let line = 0; line < 30; line += 1) tail.add('\u001b'.repeat(100_000));
    expect(tail.lines[0]).toHaveLength(500);
    expect(tail.lines).toHaveLength(16);
  });

  it('shows control characters instead of keeping them, on one line each', () => {
    const tail = new ConsoleTail();
    tail.add('log: \u001b]0;owned\u0007\n  next');
    expect(tail.lines).toEqual(['log: \\x1b]0;owned\\x07 next']);
  });
});
