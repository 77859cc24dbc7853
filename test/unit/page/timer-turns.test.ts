/** The order in which timers are fired before the first frame. */
import { describe, expect, it } from 'vitest';
import { orderTimers, type TimerTurn } from '../../../libs/page/src/clock/timer-turns.js';

const waiting = (...turns: (TimerTurn | null)[]) => turns.map((turn) => ({ turn }));
const ripe = (turn: TimerTurn | null): TimerTurn => {
  if (turn === null) throw new Error('it waits for no turn');
  turn.isRipe = true;
  return turn;
};

describe('turns of timers', () => {
  it('are taken ahead of the machine’s clock where nothing else goes on, the first due all the same', () => {
    const turns = orderTimers(true);
    const [late, early] = [turns.take(60), turns.take(30)];
    expect(turns.next(waiting(late, early), true)).toBe(early);
    expect(turns.next(waiting(late), true)).toBe(late);
    expect(turns.next(waiting(), true)).toBeNull();
  });

  it('are taken by what is due first, also where another one would be fired sooner', () => {
    const turns = orderTimers(true);
    const [late, early] = [turns.take(60), turns.take(30)];
    ripe(late);
    expect(turns.next(waiting(late, early, null))).toBeNull();
    ripe(early);
    expect(turns.next(waiting(late, early, null))).toBe(early);
    expect(turns.next(waiting(late))).toBe(late);
    expect(turns.next([])).toBeNull();
  });

  it('count from the one that sets them, and go to the one set first where two are due at once', () => {
    const turns = orderTimers(true);
    const [first, other] = [ripe(turns.take(50)), ripe(turns.take(80))];
    expect(turns.next(waiting(other, first))).toBe(first);
    const set = ripe(turns.take(30));
    expect(set.at).toBe(80);
    expect(turns.next(waiting(other, set))).toBe(other);
  });

  it('are over once they have taken more than two seconds, and begin anew with what loads', () => {
    const turns = orderTimers(true);
    turns.next(waiting(ripe(turns.take(2000))));
    expect(turns.areOver()).toBe(false);
    turns.next(waiting(ripe(turns.take(10))));
    expect(turns.areOver()).toBe(true);
    turns.renew();
    expect(turns.areOver()).toBe(false);
  });

  it('are awaited by none where timers are free, and where they never were in order', () => {
    const turns = orderTimers(true);
    const turn = turns.take(20);
    expect(turns.isAwaited(turn)).toBe(true);
    turns.free();
    expect(turns.isAwaited(turn)).toBe(false);
    expect(turns.take(20)).toBeNull();
    expect(orderTimers(false).take(20)).toBeNull();
  });
});
