/** Where an animation stands after what its author did to it (Web Animations 1, 4.4 and 4.5). */
import { describe, expect, it } from 'vitest';
import { OwnClock, StyleClock } from '../../../libs/page/src/sources/animations/animation-clock.js';

describe('the clock of an animation', () => {
  it('runs from the frame it was made in, and is known before it', () => {
    const clock = new OwnClock(500);
    expect([0, 500, 1000].map((frame) => clock.localAt(frame))).toEqual([-500, 0, 500]);
    expect(clock.startMs).toBe(500);
  });

  it('stands while it is held, and goes on from there', () => {
    const clock = new OwnClock(0);
    clock.pause(300);
    expect([clock.localAt(1000), clock.held, clock.startMs]).toEqual([300, true, null]);
    clock.play(1000, 2000);
    expect([clock.localAt(1500), clock.held, clock.startMs]).toEqual([800, false, 700]);
  });

  it.each([
    ['from the beginning when it is over', 1, 2500, 0],
    ['from where it is when it is not', 1, 1500, 1500],
    ['from its end when it ran back to its beginning', -1, 0, 2000],
  ])('plays %s', (_, rate, local, expected) => {
    const clock = new OwnClock(0, { local, rate });
    clock.play(0, 2000);
    expect(clock.localAt(0)).toBe(expected);
  });

  it('does not run backwards from an end that never comes, as in the browser, and goes on as before', () => {
    const clock = new OwnClock(0);
    expect(() => clock.reverse(0, Number.POSITIVE_INFINITY)).toThrow(
      expect.objectContaining({ name: 'InvalidStateError' }),
    );
    expect([clock.rate, clock.localAt(100)]).toEqual([1, 100]);
    clock.reverse(100, Number.POSITIVE_INFINITY);
    expect([clock.rate, clock.localAt(150)]).toEqual([-1, 50]);
  });

  it('keeps its place when it is hurried, turned and moved', () => {
    const clock = new OwnClock(0);
    clock.setRate(500, 2);
    expect([clock.localAt(500), clock.localAt(600)]).toEqual([500, 700]);
    clock.reverse(600, 2000);
    expect([clock.rate, clock.localAt(600), clock.localAt(700)]).toEqual([-2, 700, 500]);
    clock.setLocal(700, 1000);
    expect(clock.localAt(800)).toBe(800);
    clock.setStart(900);
    expect([clock.localAt(900), clock.localAt(1000)]).toEqual([0, -200]);
  });

  it('begins with its element when it was hurried or turned before, wherever that is put then', () => {
    let start = 0;
    const style = new StyleClock(() => ({ start, rate: 1, offset: 0 }));
    const hurried = new OwnClock(0, { style });
    const turned = new OwnClock(0, { style });
    const begun = new OwnClock(100, { style });
    hurried.setRate(0, 2);
    turned.reverse(0, 2000);
    begun.setRate(100, 2);
    start = 1;
    expect([1000, 1100].map((frame) => hurried.localAt(frame))).toEqual([0, 200]);
    expect([1000, 1100].map((frame) => turned.localAt(frame))).toEqual([2000, 1900]);
    expect([100, 200].map((frame) => begun.localAt(frame))).toEqual([100, 300]);
    hurried.setRate(1100, 1);
    expect([hurried.localAt(1200), hurried.startMs]).toEqual([300, 900]);
  });

  it('of a style follows the element that it is on, wherever that is put', () => {
    let start = 1;
    const clock = new StyleClock(() => ({ start, rate: 2, offset: 0.5 }));
    expect([clock.localAt(1000), clock.localAt(1500), clock.startMs]).toEqual([500, 1500, 750]);
    start = 2;
    expect(clock.localAt(2000)).toBe(500);
  });
});
