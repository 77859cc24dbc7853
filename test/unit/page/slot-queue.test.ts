/** Pictures enter the ring when none that waits to be read loses its slot by it. */
import { expect, it } from 'vitest';
import { slotQueue } from '../../../libs/page/src/surface/workers/slot-queue.js';

it('sends in order what has a slot, and the rest when pictures have been read', () => {
  const sent: string[] = [];
  const queue = slotQueue<string>(4, (sequence, item) => sent.push(`${sequence}${item}`));
  expect([...'abcdefg'].map((item) => queue.add(item))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  // None is asked for: the slots of three may be filled, and a fourth is for the one that is read.
  expect(sent).toEqual(['1a', '2b', '3c']);
  queue.wants(1);
  expect(sent).toEqual(['1a', '2b', '3c', '4d']);
  queue.wants(3);
  expect(sent.slice(4)).toEqual(['5e', '6f']);
  queue.wants(2);
  expect(sent).toHaveLength(6);
});

it('sends what is asked for, and what comes before it, where those before were never asked for', () => {
  const sent: number[] = [];
  const queue = slotQueue<null>(2, (sequence) => sent.push(sequence));
  for (let count = 0; count < 9; count += 1) queue.add(null);
  queue.wants(9);
  expect(sent).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('never holds more unread pictures than there are slots', () => {
  for (const slots of [1, 2, 4, 7]) {
    let last = 0;
    const queue = slotQueue<null>(slots, (sequence) => {
      last = sequence;
    });
    for (let count = 0; count < 30; count += 1) queue.add(null);
    for (let sequence = 1; sequence <= 30; sequence += 1) {
      queue.wants(sequence);
      expect(last - sequence + 1).toBeLessThanOrEqual(slots);
      expect(last).toBeGreaterThanOrEqual(sequence);
    }
  }
});
