import { PassThrough } from 'node:stream';
import { keepTail, runProcess } from '@framefarm/process';
import { describe, expect, it } from 'vitest';

const ended = (stream: PassThrough): Promise<void> => new Promise((resolve) => stream.end().once('end', resolve));

describe('the end of what programs say', () => {
  it('is one text, in whatever pieces its bytes come', async () => {
    const stream = new PassThrough();
    const tail = keepTail(100, stream);
    for (const byte of Buffer.from('Größe 日本 🎬\n')) stream.write(Buffer.of(byte));
    await ended(stream);
    expect(tail()).toBe('Größe 日本 🎬\n');
  });

  it('is bounded, begins with a whole character, and tells of a last one that is not whole', async () => {
    const stream = new PassThrough();
    const tail = keepTail(3, stream);
    stream.write('🎬🎬🎬ä');
    stream.write(Buffer.from('🎬').subarray(0, 3));
    await ended(stream);
    expect(tail()).toBe('ä\ufffd');
    stream.destroy();
  });

  it('is that of several streams, in the order in which it came', async () => {
    const [one, other] = [new PassThrough(), new PassThrough()];
    const tail = keepTail(100, one, null, other);
    one.write('a');
    await ended(one);
    other.write('b');
    await ended(other);
    expect(tail()).toBe('ab');
  });

  it('holds each character of a program that says more than a pipe takes', async () => {
    const said = `a${'🎬'.repeat(100_000)}`;
    const script = 'cat >&2; printf "Gr\\303"; printf "\\266\\303\\237e"';
    const { stdout, stderr } = await runProcess('sh', ['-c', script], { input: Buffer.from(said) });
    expect(stderr === said).toBe(true);
    expect(stdout).toBe('Größe');
  });
});
