/**
 * Whose body is read: that of a caller who is known, to a path that is there, under a name of ours. A body is in memory before a route is asked, 10 MB
 * of it for each connection, so that whoever has no key could fill it (security 7).
 */
import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ProducerConfig } from '../../config/producer-config.js';
import type { Keys } from '../../keys/key-file.js';
import { knownCaller } from '../../keys/known-caller.js';
import { requireOwnName } from '../../keys/own-name.js';

export function knowBeforeBody(server: FastifyInstance, keys: Keys, config: ProducerConfig): void {
  server.addHook('preParsing', async (request, _reply, payload) => {
    if (!hasBody(request)) return payload;
    if (request.is404) throw new NotFoundException();
    // No route that takes a body is open.
    requireOwnName(request.headers.host, config);
    await knownCaller(keys, request.headers.authorization);
    return payload;
  });
}

/** Of what is only read, a body is not looked at. */
function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
