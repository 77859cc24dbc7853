/**
 * `Expect: 100-continue`: a client that asks first is told to send once somebody begins to read its body, so that what is refused by
 * its headers alone, by route, key, type or length, is refused before a byte of it was sent (RFC 9110 10.1.1).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export function continueWhenRead(server: Server): void {
  server.on('checkContinue', (request, response) => {
    sayWhenRead(request, response);
    // Node.js closes the connection after a final answer to a body that was not asked for.
    server.emit('request', request, response);
  });
  // An expectation that nobody here knows is left aside; Node.js would refuse it without a word.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function sayWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read;
  request._read = function (size) {
    request._read = read;
    // What is left of a body is read away after the answer.
    if (!response.headersSent) response.writeContinue();
    read.call(this, size);
  };
}
