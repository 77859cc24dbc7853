/** Puts a window under the frame clock (reference: composition-format 7.1). */

import type { Follower } from './follower.js';
import { createFrameQueue, type FrameQueue } from './frame-queue.js';
import type { LocalTime } from './local-time.js';
import { type Present, showDocumentPresent, showPresent } from './present.js';
import { createRandom, fillRandom } from './random.js';

export interface VirtualClock {
  /** Frame time in milliseconds. */
  now(): number;
  set(milliseconds: number): void;
  /** Random numbers do not depend on the frame while `act` runs, but on `sequence`, an integer above 0. */
  drawing<T>(sequence: number, act: () => T): T;
  readonly frames: FrameQueue;
  /** Same-origin iframes that follow this clock. */
  readonly followers: Set<Follower>;
  /** How time runs for what is in an element of the page that the clock belongs to. */
  timeOf: (element: Element) => LocalTime;
}

type DateInput = [] | [number | string | Date] | [number, number, ...number[]];

/** A `Date` whose present is the frame time; everything else is the native one. */
function virtualDate(NativeDate: DateConstructor, now: () => number): DateConstructor {
  function VirtualDate(...args: DateInput): Date | string {
    if (new.target === undefined) return new NativeDate(now()).toString();
    const values: unknown[] = args.length === 0 ? [now()] : args;
    return Reflect.construct(NativeDate, values, new.target);
  }
  Object.setPrototypeOf(VirtualDate, NativeDate);
  Object.defineProperty(VirtualDate, 'prototype', { value: NativeDate.prototype, writable: false });
  Object.defineProperty(VirtualDate, 'name', { value: 'Date', configurable: true });
  Object.defineProperty(VirtualDate, 'length', { value: 7, configurable: true });
  Object.defineProperty(VirtualDate, 'now', { value: now, writable: true, configurable: true });
  Object.defineProperty(NativeDate.prototype, 'constructor', {
    value: VirtualDate,
    writable: true,
    configurable: true,
  });
  return VirtualDate as unknown as DateConstructor;
}

/** Replaces the clock, frame and random functions of `target`, a document's or a worker's, by ones that answer from `present`. */
function install(target: Window & typeof globalThis, present: Present, queue: FrameQueue, next: () => number): void {
  const define = (owner: object, name: string, value: unknown) =>
    Object.defineProperty(owner, name, { value, writable: true, configurable: true, enumerable: true });
  const { now, began } = present;
  define(target, 'Date', virtualDate(target.Date, now));
  define(target.performance, 'now', () => now() - began());
  showPresent(target, present);
  const frames = {
    requestAnimationFrame: queue.request,
    cancelAnimationFrame: queue.cancel,
    requestIdleCallback: queue.requestIdle,
    cancelIdleCallback: queue.cancelIdle,
    // Chromium's older names: a script that asks for these first would go by the real clock.
    webkitRequestAnimationFrame: queue.request,
    webkitCancelAnimationFrame: queue.cancel,
  };
  for (const [name, value] of Object.entries(frames)) {
    if (name in target) define(target, name, value);
  }
  define(target.Math, 'random', next);
  define(target.crypto, 'getRandomValues', <T extends ArrayBufferView | null>(view: T) => fillRandom(view, next));
  if (typeof target.crypto.randomUUID === 'function') {
    define(target.crypto, 'randomUUID', () => {
      const bytes = fillRandom(new Uint8Array(16), next);
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    });
  }
}

/** Puts the page's own window under a new clock that stands at 0 until it is set. */
export function installClock(target: Window & typeof globalThis, fail: (thrown: unknown) => void): VirtualClock {
  let milliseconds = 0;
  const random = createRandom();
  const frames = createFrameQueue(fail);
  const now = () => milliseconds;
  install(target, ofDocument(now), frames, random.next);
  showDocumentPresent(target, now);
  return {
    now,
    set(value) {
      milliseconds = value;
      random.reseed(value);
    },
    drawing: random.during,
    frames,
    followers: new Set(),
    timeOf: () => ({ start: 0, rate: 1, offset: 0 }),
  };
}

/** Puts the window of a same-origin iframe under its parent's clock. Returns what queues its callbacks. */
export function followClock(target: Window & typeof globalThis, clock: VirtualClock): FrameQueue {
  const queue = createFrameQueue((thrown) => target.reportError(thrown));
  install(target, ofDocument(clock.now), queue, createFollowerRandom(clock.now));
  showDocumentPresent(target, clock.now);
  return queue;
}

/** Puts a worker under the clock of the page that it is told of. Returns what queues its callbacks. */
export function installWorkerClock(
  target: Window & typeof globalThis,
  present: Present,
  fail: (thrown: unknown) => void,
): FrameQueue {
  const queue = createFrameQueue(fail);
  install(target, present, queue, createFollowerRandom(present.now));
  return queue;
}

const ofDocument = (now: () => number): Present => ({ now, began: () => 0 });

/** Reseeds itself whenever the frame time has changed. */
function createFollowerRandom(now: () => number): () => number {
  const random = createRandom();
  let seeded = 0;
  return () => {
    if (now() !== seeded) {
      seeded = now();
      random.reseed(seeded);
    }
    return random.next();
  };
}
