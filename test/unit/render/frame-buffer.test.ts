import { describe, expect, it } from 'vitest';
import { openFrameBuffer } from '../../../libs/render/src/lanes/frame-buffer.js';

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

describe('frame buffer', () => {
  it('lets capture run ahead of a busy encoder, up to its limit, and keeps order', async () => {
    const { sink, taken, gates } = slowSink();
    const buffer = openFrameBuffer(sink);
    const pictures = Array.from({ length: 60 }, (_, index) => image(index + 1));
    let pushed = 0;
    const producer = (async () => {
      for (const picture of pictures) {
        await buffer.push(picture, false);
        pushed += 1;
      }
    })();
    await turn();
    expect(pushed).toBe(47);
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
    const buffer = openFrameBuffer(sink);
    let pushed = 0;
    void (async () => {
      for (;;) {
        await buffer.push(image(8_294_400), false);
        pushed += 1;
      }
    })();
    await turn();
    expect(pushed).toBe(14);
  });

  it('counts a held picture, not its bytes: they are those of the one before', async () => {
    const { sink } = slowSink();
    const buffer = openFrameBuffer(sink);
    let pushed = 0;
    void (async () => {
      await buffer.push(image(8_294_400), false);
      for (;;) {
        await buffer.push(image(8_294_400), true);
        pushed += 1;
      }
    })();
    for (let count = 0; count < 3; count += 1) await turn();
    expect(pushed).toBe(46);
  });

  it('passes the failure of the encoder to both ends', async () => {
    const { sink, gates } = slowSink();
    const buffer = openFrameBuffer(sink);
    await buffer.push(image(1), false);
    await turn();
    gates[0]?.fail(new Error('killed'));
    await expect(buffer.drained()).rejects.toThrow('killed');
    await expect(buffer.push(image(1), false)).rejects.toThrow('killed');
  });
});
