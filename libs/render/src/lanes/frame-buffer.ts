/** A bounded buffer between capture and encoder, so that each works while the other does. */
import type { CaptureImage } from '@framefarm/contract';

/**
 * Bytes of pictures that wait in a lane at most: some 30 frames of 1080p as planes of an mp4, so that capture goes on while
 * the encoder of the chunk before empties its look-ahead of 30.
 */
const MAX_PLANE_BYTES = 100 * 1024 * 1024;
/**
 * The same for other pictures: two of 1080p with four bytes a pixel, three as planes with alpha. Their encoders look ahead by
 * less or not at all and are slower than capture, so that more pictures would only take memory.
 */
const MAX_PIXEL_BYTES = 14 * 1024 * 1024;
/**
 * Pictures that wait at most, held ones not counted, which take no memory. More would only grow memory: capture and encoder
 * differ by their average speed.
 */
const MAX_PICTURES = 32;
/** The same before an encoder that hardly searches: it looks ahead at none, keeps up with capture, and takes them while they are in the caches. */
const MAX_LIGHT_PICTURES = 8;

/** What the pictures of a lane may take together: a chunk is captured while the one before, or that of the render before, is encoded. */
export interface FrameRoom {
  /** Takes room, also where there is none. A held picture has no bytes of its own. */
  enter(bytes: number): void;
  leave(bytes: number): void;
  /** Resolves when there is room for one more picture, or when one has left after which `stop` is true. */
  free(stop: () => boolean): Promise<void>;
}

/** Room for the pictures of one lane; `light`: its encoder hardly searches. */
export function openFrameRoom(image: CaptureImage, light = false): FrameRoom {
  const maxPictures = light ? MAX_LIGHT_PICTURES : MAX_PICTURES;
  const maxBytes = image === 'yuv420p' ? MAX_PLANE_BYTES : MAX_PIXEL_BYTES;
  let pictures = 0;
  let bytes = 0;
  let waiting: (() => void)[] = [];
  return {
    enter: (size) => {
      if (size > 0) pictures += 1;
      bytes += size;
    },
    leave: (size) => {
      if (size > 0) pictures -= 1;
      bytes -= size;
      const woken = waiting;
      waiting = [];
      for (const resolve of woken) resolve();
    },
    free: async (stop) => {
      while (!stop() && (pictures >= maxPictures || bytes >= maxBytes)) {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}

export interface FrameBuffer {
  /**
   * Takes a picture; resolves when there is room for another. Rejects with the first failure of the sink. `release` is
   * called when the sink is done with it. A `held` picture is the one before and takes no memory of its own.
   */
  push(image: Buffer, held: boolean, release?: () => void): Promise<void>;
  /** Resolves when the sink has taken everything; rejects with its first failure. */
  drained(): Promise<void>;
  /** Ends the wait of a push: no picture follows. It rejects, and so does what comes after it, with `error` or an earlier failure. */
  fail(error: unknown): void;
}

/** Hands pictures to `sink` in order, one at a time. */
export function openFrameBuffer(sink: (image: Buffer, held: boolean) => Promise<void>, room: FrameRoom): FrameBuffer {
  let tail: Promise<void> = Promise.resolve();
  let failure: { readonly error: unknown } | null = null;
  const check = (): void => {
    if (failure !== null) throw failure.error;
  };
  return {
    push: async (image, held, release) => {
      check();
      const size = held ? 0 : image.length;
      room.enter(size);
      tail = tail
        .then(() => (failure === null ? sink(image, held) : undefined))
        .catch((error) => {
          failure ??= { error };
        })
        .then(() => {
          release?.();
          room.leave(size);
        });
      await room.free(() => failure !== null);
      check();
    },
    drained: async () => {
      await tail;
      check();
    },
    fail: (error) => {
      failure ??= { error };
      // Whoever waits for room looks again.
      room.leave(0);
    },
  };
}
