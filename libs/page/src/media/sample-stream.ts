/**
 * Decodes one video from its coded samples, a few pictures ahead, and goes back to where decoding may begin when an earlier
 * picture is asked for (docs/decisions/videos-decoded-in-the-page.md).
 */
import { type CodedVideo, PICTURE_PACK, UNDECODABLE } from '@framefarm/contract';
import { NativeEncodedVideoChunk, NativePromise, NativeVideoDecoder } from '../natives/natives.js';
import { planeBytes } from './colours.js';

/** Samples that wait in the decoder's queue at most. */
const QUEUE = 4;

/** High profile, level 4.2: what videos of at most 1080p are. */
const USUAL = { codec: 'avc1.64002a', codedWidth: 1920, codedHeight: 1080 };

/** Whether this browser decodes H.264; not asked where there is no video. */
export async function decodesH264(): Promise<boolean> {
  if (NativeVideoDecoder === undefined || document.querySelector('video') === null) return false;
  return (await NativeVideoDecoder.isConfigSupported(USUAL)).supported === true;
}

export interface SampleStream {
  /** Ranks of the pictures that are wanted, the most urgent first; all others are forgotten. */
  want(ranks: readonly number[]): void;
  /** Y, U and V of a picture, one after the other; undefined while it is not decoded. */
  planes(rank: number): Uint8Array | undefined;
  /** Resolves when a wanted picture is decoded. Rejects when it cannot be. */
  ready(rank: number): Promise<void>;
  close(): void;
}

interface Waiter {
  readonly rank: number;
  resolve(): void;
  reject(error: Error): void;
}

/** `sampleOf` gives the sample with a number, counted from 1. */
export function createSampleStream(
  video: CodedVideo,
  sampleOf: (number: number) => Promise<Uint8Array<ArrayBuffer>>,
  keepSamples: (numbers: ReadonlySet<number>) => void,
): SampleStream {
  const bytes = planeBytes(video);
  const count = video.ranks.length;
  const keys = new Set(video.keys);
  const held = new Map<number, Uint8Array<ArrayBuffer>>();
  const spare: Uint8Array<ArrayBuffer>[] = [];
  /** Decoded and not copied yet, by rank. */
  const frames = new Map<number, VideoFrame>();
  let waiters: Waiter[] = [];
  let wanted: readonly number[] = [];
  let decoder: VideoDecoder | null = null;
  let failure: Error | null = null;
  let running = false;
  let closed = false;
  /** Index of the sample that is fed next, of the first one of this run, and the last rank that came out. */
  let next = 0;
  let begun = 0;
  let lastOut = -1;
  let flushed = false;
  /** Rank for which decoding began anew and that has not come out yet, or -1. */
  let sought = -1;
  let wake = (): void => {};

  const fail = (error: unknown): void => {
    failure ??= new Error(`${UNDECODABLE} (${error instanceof Error ? error.message : String(error)})`);
    for (const waiter of waiters) waiter.reject(failure);
    waiters = [];
    wake();
  };

  const output = (frame: VideoFrame): void => {
    lastOut = frame.timestamp;
    // What comes out beyond all that is wanted is wanted next: a decoder is some pictures ahead.
    const isWanted = wanted.includes(frame.timestamp) || frame.timestamp > Math.max(...wanted);
    if (decoder !== null && isWanted) frames.set(frame.timestamp, frame);
    else frame.close();
    wake();
  };

  const forgetFrames = (outside: (rank: number) => boolean): void => {
    for (const [rank, frame] of frames) {
      if (!outside(rank)) continue;
      frames.delete(rank);
      frame.close();
    }
  };

  const shut = (): void => {
    const last = decoder;
    decoder = null;
    sought = -1;
    forgetFrames(() => true);
    if (last !== null && last.state !== 'closed') last.close();
    wake();
  };

  const open = (): VideoDecoder => {
    if (NativeVideoDecoder === undefined) throw new Error('it has no VideoDecoder');
    const made = new NativeVideoDecoder({
      output,
      error: (error) => {
        if (decoder !== made) return;
        // A browser takes back decoders that rest, as one does while its lane waits for an encoder.
        if (error.name === 'QuotaExceededError') shut();
        else fail(error);
      },
    });
    made.ondequeue = () => wake();
    return made;
  };

  /** Where decoding has to begin for a picture: all that it needs lies behind. */
  const keyFor = (rank: number): number => {
    let [low, high] = [0, video.keys.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((video.ranks[video.keys[middle] ?? 0] ?? 0) <= rank) low = middle;
      else high = middle - 1;
    }
    return video.keys[low] ?? 0;
  };

  const beginFor = (rank: number): VideoDecoder => {
    if (rank === sought) throw new Error(`picture ${rank} does not come out of it`);
    sought = rank;
    const key = keyFor(rank);
    decoder ??= open();
    decoder.reset();
    forgetFrames(() => true);
    decoder.configure({
      codec: video.codec,
      description: Uint8Array.from(atob(video.description), (character) => character.charCodeAt(0)),
      codedWidth: video.width,
      codedHeight: video.height,
      colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
      hardwareAcceleration: 'prefer-software',
    });
    next = key;
    begun = key;
    lastOut = -1;
    flushed = false;
    return decoder;
  };

  /** A later key spares what lies before it. */
  const mustBegin = (rank: number): boolean => {
    const key = keyFor(rank);
    return flushed || rank <= lastOut || key < begun || key > next;
  };

  const copy = async (rank: number, frame: VideoFrame): Promise<void> => {
    frames.delete(rank);
    try {
      const { format, visibleRect, colorSpace } = frame;
      const { matrix, fullRange } = colorSpace;
      const fits = visibleRect?.width === video.width && visibleRect.height === video.height;
      if (format !== 'I420' || !fits || matrix !== 'bt709' || fullRange !== false) {
        throw new Error(`it gives ${format} of ${visibleRect?.width}x${visibleRect?.height} in ${matrix}`);
      }
      const planes = spare.pop() ?? new Uint8Array(bytes);
      await frame.copyTo(planes);
      held.set(rank, planes);
      if (rank === sought) sought = -1;
    } finally {
      frame.close();
    }
    const done = waiters.filter((waiter) => waiter.rank === rank);
    waiters = waiters.filter((waiter) => waiter.rank !== rank);
    for (const waiter of done) waiter.resolve();
  };

  const feed = async (to: VideoDecoder): Promise<void> => {
    if (next >= count) {
      flushed = true;
      await to.flush().catch((error) => {
        if (decoder === to) throw error;
      });
      return;
    }
    const index = next;
    next += 1;
    // The pack after this one is fetched meanwhile.
    if (index % PICTURE_PACK === 0 && index + PICTURE_PACK < count) sampleOf(index + PICTURE_PACK + 1).catch(() => {});
    const data = await sampleOf(index + 1);
    if (decoder !== to || failure !== null) return;
    const type = keys.has(index) ? 'key' : 'delta';
    to.decode(new NativeEncodedVideoChunk({ type, timestamp: video.ranks[index] ?? 0, data }));
    while (decoder === to && failure === null && to.decodeQueueSize >= QUEUE) {
      await new NativePromise<void>((resolve) => {
        wake = resolve;
      });
    }
  };

  /** Until nothing is missing that is wanted. */
  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      for (;;) {
        if (closed || failure !== null) return;
        const rank = wanted.find((one) => !held.has(one));
        if (rank === undefined) return;
        const frame = frames.get(rank);
        if (frame !== undefined) {
          await copy(rank, frame);
          continue;
        }
        await feed(decoder === null || mustBegin(rank) ? beginFor(rank) : decoder);
      }
    } catch (error) {
      fail(error);
    } finally {
      running = false;
    }
  };

  return {
    want(ranks) {
      wanted = ranks;
      const numbers = new Set(ranks);
      for (const [rank, planes] of held) {
        if (numbers.has(rank)) continue;
        held.delete(rank);
        spare.push(planes);
      }
      if (ranks.length === 0) {
        // Far from its window a video takes no memory, of a decoder or of pictures.
        spare.length = 0;
        return shut();
      }
      const least = Math.min(...ranks);
      forgetFrames((rank) => rank < least);
      keepSamples(new Set([next, next + 1, next + 1 + PICTURE_PACK]));
      void run();
    },
    planes: (rank) => held.get(rank),
    ready(rank) {
      if (failure !== null) return NativePromise.reject(failure);
      if (held.has(rank)) return NativePromise.resolve();
      return new NativePromise((resolve, reject) => {
        waiters.push({ rank, resolve, reject });
      });
    },
    close() {
      closed = true;
      shut();
    },
  };
}
