/** A stream says that it is there; a reader that does not read is dropped, the others go on (http-api 1.3, 3.4). */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { EventStream, MAX_PENDING_BYTES } from '../../../apps/producer/src/events/event-streams.js';

const MiB = 1024 * 1024;
const server = createServer();
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function opened(isReading: boolean) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const request = once(server, 'request');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  if (isReading) socket.resume();
  else socket.pause();
  const response = (await request)[1] as ServerResponse;
  response.writeHead(200);
  return { socket, stream: new EventStream(response, 'local') };
}

it('has a comment every 15 s, so that no proxy takes it for dead', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { socket, stream } = await opened(true);
    const heard = once(socket, 'data');
    vi.advanceTimersByTime(14_999);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    // The head of the answer goes out with its first bytes.
    expect(String((await heard)[0])).toContain('\n: ');
    stream.end();
    expect(vi.getTimerCount()).toBe(0);
    socket.destroy();
  } finally {
    vi.useRealTimers();
  }
});

it('drops a reader above the limit and survives writes that follow', async () => {
  const { socket, stream } = await opened(false);
  const text = 'x'.repeat(MiB);
  let written = 0;
  while (!stream.signal.aborted && written < 64 * MiB) {
    stream.write(text);
    written += MiB;
  }
  expect(stream.signal.aborted).toBe(true);
  expect(written).toBeGreaterThanOrEqual(MAX_PENDING_BYTES);
  stream.write(text);
  stream.end(text);
  socket.destroy();
});

it('is over when its reader leaves, and when we end it', async () => {
  const left = await opened(true);
  left.socket.destroy();
  await once(left.stream.signal, 'abort');
  const ended = await opened(true);
  ended.stream.end(': over\n\n');
  expect(ended.stream.signal.aborted).toBe(true);
  ended.socket.destroy();
});
