/** A bounded buffer between capture and encoder, so that each works while the other does. */

/**
 * Pictures held in memory at most, bytes: some 37 frames of 1080p as planes of an mp4, so that capture goes on while the
 * encoder of the chunk before empties its look-ahead of 40.
 */
const MAX_BYTES = 112 * 1024 * 1024;
/** Pictures held at most. More would only grow memory: capture and encoder differ by their average speed. */
const MAX_PICTURES = 48;

export interface FrameBuffer {
  /**
   * Takes a picture; resolves when there is room for another. Rejects with the first failure of the sink. `release` is
   * called when the sink is done with it. A `held` picture is the one before and takes no memory of its own.
   */
  push(image: Buffer, held: boolean, release?: () => void): Promise<void>;
  /** Resolves when the sink has taken everything; rejects with its first failure. */
  drained(): Promise<void>;
}

/** Hands pictures to `sink` in order, one at a time. */
export function openFrameBuffer(sink: (image: Buffer, held: boolean) => Promise<void>): FrameBuffer {
  let pictures = 0;
  let bytes = 0;
  let tail: Promise<void> = Promise.resolve();
  let failure: { readonly error: unknown } | null = null;
  let roomMade: (() => void) | null = null;
  const wake = (): void => {
    roomMade?.();
    roomMade = null;
  };
  const check = (): void => {
    if (failure !== null) throw failure.error;
  };
  return {
    push: async (image, held, release) => {
      check();
      const size = held ? 0 : image.length;
      pictures += 1;
      bytes += size;
      tail = tail
        .then(() => (failure === null ? sink(image, held) : undefined))
        .catch((error) => {
          failure ??= { error };
        })
        .then(() => {
          pictures -= 1;
          bytes -= size;
          release?.();
          wake();
        });
      while (failure === null && (pictures >= MAX_PICTURES || bytes >= MAX_BYTES)) {
        await new Promise<void>((resolve) => {
          roomMade = resolve;
        });
      }
      check();
    },
    drained: async () => {
      await tail;
      check();
    },
  };
}
