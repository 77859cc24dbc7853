import { describe, expect, it } from 'vitest';
import { type FrameBuffer, openFrameBuffer, openFrameRoom } from '../../../libs/render/src/lanes/frame-buffer.js';

const image = (bytes: number): Buffer => Buffer.alloc(bytes);

/** A sink that takes pictures only when told to. */
function slowSink() {
  const taken: Buffer[] = [];
  const gates: { open: () => void; fail: (error: Error) => void }[] = [];
  return {
    taken,
    gates,
    sink: (picture: Buffer) =>
      new Promise<void>((resolve, reject) => {
        taken.push(picture);
        gates.push({ open: resolve, fail: reject });
      }),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Pushes pictures of a size for ever, and counts those that were taken. */
function pushes(buffer: FrameBuffer, bytes: number): { readonly count: number } {
  const pushed = { count: 0 };
  void (async () => {
    for (;;) {
      await buffer.push(image(bytes), false);
      pushed.count += 1;
    }
  })();
  return pushed;
}

describe('frame buffer', () => {
  it('lets capture run ahead of a busy encoder, up to its limit, and keeps order', async () => {
    const { sink, taken, gates } = slowSink();
    const buffer = openFrameBuffer(sink, openFrameRoom('yuv420p'));
    const pictures = Array.from({ length: 60 }, (_, index) => image(index + 1));
    let pushed = 0;
    const producer = (async () => {
      for (const picture of pictures) {
        await buffer.push(picture, false);
        pushed += 1;
      }
    })();
    await turn();
    expect(pushed).toBe(31);
    for (let index = 0; index < pictures.length; index += 1) {
      await turn();
      gates[index]?.open();
    }
    await producer;
    await buffer.drained();
    expect(taken).toEqual(pictures);
  });

  it('counts bytes: raw pictures are few', async () => {
    const { sink } = slowSink();
    const buffer = openFrameBuffer(sink, openFrameRoom('yuv420p'));
    const pushed = pushes(buffer, 8_294_400);
    await turn();
    expect(pushed.count).toBe(12);
  });

  it.each([
    ['rgba', 8_294_400, 2],
    ['yuva420p', 5_184_000, 3],
  ] as const)('lets fewer pictures of %s wait: nobody looks ahead in them', async (kind, bytes, waiting) => {
    const { sink } = slowSink();
    const buffer = openFrameBuffer(sink, openFrameRoom(kind));
    const pushed = pushes(buffer, bytes);
    await turn();
    // The push of the last one resolves when there is room for another.
    expect(pushed.count).toBe(waiting - 1);
  });

  it('shares the room of a lane between the chunk that is encoded and the next one', async () => {
    const { sink, gates } = slowSink();
    const room = openFrameRoom('yuv420p');
    const [first, next] = [openFrameBuffer(sink, room), openFrameBuffer(sink, room)];
    for (let count = 0; count < 20; count += 1) await first.push(image(1), false);
    const pushed = pushes(next, 1);
    await turn();
    expect(pushed.count).toBe(11);
    gates[0]?.open();
    for (let count = 0; count < 3; count += 1) await turn();
    expect(pushed.count).toBe(12);
  });

  it('lets capture go on through a picture that is held: it is the one before and takes no room', async () => {
    const { sink } = slowSink();
    const buffer = openFrameBuffer(sink, openFrameRoom('yuv420p'));
    for (let count = 0; count < 11; count += 1) await buffer.push(image(8_294_400), false);
    for (let count = 0; count < 150; count += 1) await buffer.push(image(8_294_400), true);
    let pushed = false;
    void (async () => {
      await buffer.push(image(8_294_400), false);
      await buffer.push(image(8_294_400), false);
      pushed = true;
    })();
    await turn();
    expect(pushed).toBe(false);
  });

  it('has room for few pictures before an encoder that hardly searches', async () => {
    const { sink } = slowSink();
    const pushed = pushes(openFrameBuffer(sink, openFrameRoom('yuv420p', true)), 1);
    await turn();
    expect(pushed.count).toBe(7);
  });

  it('ends the wait for room when no picture follows, and hands no other to the encoder', async () => {
    const { sink, taken, gates } = slowSink();
    const buffer = openFrameBuffer(sink, openFrameRoom('yuv420p', true));
    for (let count = 0; count < 7; count += 1) await buffer.push(image(1), false);
    const waiting = buffer.push(image(1), false);
    buffer.fail(new Error('the page is gone'));
    await expect(waiting).rejects.toThrow('the page is gone');
    gates[0]?.open();
    await expect(buffer.drained()).rejects.toThrow('the page is gone');
    expect(taken).toHaveLength(1);
  });

  it('passes the failure of the encoder to both ends', async () => {
    const { sink, gates } = slowSink();
    const buffer = openFrameBuffer(sink, openFrameRoom('yuv420p'));
    await buffer.push(image(1), false);
    await turn();
    gates[0]?.fail(new Error('killed'));
    await expect(buffer.drained()).rejects.toThrow('killed');
    await expect(buffer.push(image(1), false)).rejects.toThrow('killed');
  });
});
