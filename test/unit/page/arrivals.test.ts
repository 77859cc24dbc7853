/** A picture shows what the page shows only when it came since. */
import { expect, it } from 'vitest';
import { watchArrivals } from '../../../libs/page/src/tap/arrivals.js';

it('takes the first picture that came since the frame was shown, however late it is told', () => {
  const arrivals = watchArrivals();
  expect(arrivals.shown()).toBeNull();
  arrivals.shows(0, 10);
  arrivals.came(1, 12);
  expect([arrivals.first(), arrivals.last()]).toEqual([1, 1]);
  arrivals.shows(1, 20);
  expect([arrivals.shown(), arrivals.first()]).toEqual([1, 0]);
  // Of the frame before, and written only now.
  arrivals.came(2, 19);
  expect(arrivals.first()).toBe(0);
  arrivals.came(3, 21);
  arrivals.came(4, 24);
  expect([arrivals.first(), arrivals.last()]).toEqual([3, 4]);
});

it('begins anew with a nudge and with a frame that is shown again', () => {
  const arrivals = watchArrivals();
  arrivals.shows(5, 10);
  arrivals.came(1, 11);
  arrivals.marks(20);
  expect([arrivals.shown(), arrivals.first(), arrivals.last()]).toEqual([5, 0, 0]);
  arrivals.came(2, 21);
  arrivals.shows(5, 30);
  expect(arrivals.first()).toBe(0);
});
