/** One try of a webhook, against receivers that speak HTTP as nobody should: it always comes to an end. */

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { postWebhook } from '../../../apps/producer/src/webhooks/post-webhook.js';

let receiver: Server | undefined;
afterEach(() => receiver?.close());

/** A receiver that says `words` once it has heard something. */
async function saying(words: string): Promise<string> {
  receiver = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(words));
  });
  await new Promise<void>((resolve) => receiver?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
}

const attempt = { headers: {}, body: '{}', withinMs: 300 };

describe('a try of a webhook', () => {
  it.each([
    ['wants another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 101],
    ['keeps saying that it works on it', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50), null],
    ['never ends its headers', 'HTTP/1.1 200 OK\r\nx: ', null],
    ['speaks something else', 'SSH-2.0-OpenSSH\r\n', null],
  ])('ends when its receiver %s', async (_what, words, status) => {
    const origin = await saying(words);
    expect(await postWebhook({ ...attempt, url: `${origin}/`, allow: [origin] })).toMatchObject({ status });
  });

  it('ends when the name server does not answer', async () => {
    const lookup = () => new Promise<never>(() => {});
    expect(await postWebhook({ ...attempt, url: 'https://slow.example/', allow: [], lookup })).toEqual({
      status: null,
      excerpt: 'no answer within 0.3 s',
      retryAfter: undefined,
    });
  });

  it('dials nobody whose name leads to this machine', async () => {
    const lookup = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '::ffff:127.0.0.1', family: 6 },
    ];
    expect(await postWebhook({ ...attempt, url: 'https://rebound.example/', allow: [], lookup })).toMatchObject({
      status: null,
      excerpt: 'the address is not allowed',
    });
  });
});
