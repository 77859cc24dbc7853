/** Answers that their reader does not take: their connection is closed, so that it holds neither memory nor files (security 7). */
import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.js';

/**
 * Ends an answer of which bytes wait and none is taken for `ms`; it may take twice as long to be noticed. An answer that has
 * nothing to send, such as that of a waiting render, lasts (http-api 1). What the client sends meanwhile is no sign of life.
 */
export function endStalledAnswers(server: FastifyInstance, ms: number, log: Log): void {
  server.addHook('onRequest', async (request, { raw: answer }) => {
    const { socket } = request.raw;
    let before: number | null = null;
    const timer = setInterval(() => {
      const waiting = answer.writableLength;
      const taken = waiting === 0 ? null : socket.bytesWritten - socket.writableLength;
      if (taken !== null && taken === before) {
        log.info({ requestId: request.id, waiting }, 'an answer is not read: its connection is closed');
        // What the system still holds for the reader goes as well.
        socket.resetAndDestroy();
      }
      before = taken;
    }, ms);
    answer.once('close', () => clearInterval(timer));
  });
}
