/** Entity tags: what a client has already is not sent again (RFC 9110 13.1.2; http-api 3.3). */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** True when one of the tags of an `If-None-Match` fits, or it is `*`. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}

/** Answers with the body under its tag, or with 304 when the client has it. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, tag: string, body: unknown): void {
  void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
  if (matchesTag(request.headers['if-none-match'], tag)) sendNotModified(request, reply);
  else void reply.send(body);
}

/** Without a length: Fastify gives an answer to HEAD that has no body the length 0, which a cache would take for that of the file. */
export function sendNotModified(request: FastifyRequest, reply: FastifyReply): void {
  void reply.status(304).send(request.method === 'HEAD' ? Readable.from([]) : undefined);
}
