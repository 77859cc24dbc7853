/** What explains the service: the OpenAPI document, a page to read, words for agents, and each problem code. */
import { ERRORS, type ErrorCode, FramefarmError, inFieldNames } from '@framefarm/contract';
import { Controller, Get, Header, Headers, Inject, Param, Res } from '@nestjs/common';
import { ApiTags, type OpenAPIObject } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Open } from '../keys/key-guard.js';
import { docsPage } from './docs-page.js';
import { llmsText } from './llms-text.js';
import { Answers } from './operations.js';
import { problemPage } from './problem-page.js';

/** Injection token: gives the document once all routes are known. */
export const DOCUMENT = Symbol('OpenApiDocument');
export type DocumentSource = { current: OpenAPIObject | null };

/** The pages load nothing, so nothing else is allowed. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

@ApiTags('documentation')
@Controller()
export class DocsController {
  constructor(@Inject(DOCUMENT) private readonly source: DocumentSource) {}

  @Get('openapi.json')
  @Open()
  @Header('cache-control', 'no-cache')
  @Answers({ id: 'readOpenApi', summary: 'This document', status: 200, type: 'application/json', open: true })
  document(): OpenAPIObject {
    return this.#document();
  }

  @Get('docs')
  @Open()
  @Answers({ id: 'readDocs', summary: 'The API as a page', status: 200, type: 'text/html', open: true })
  page(@Res() reply: FastifyReply): void {
    sendPage(reply, docsPage(this.#document()));
  }

  @Get('llms.txt')
  @Open()
  @Answers({ id: 'readLlmsText', summary: 'The API in short, for agents', status: 200, type: 'text/plain', open: true })
  llms(@Res() reply: FastifyReply): void {
    void reply.type('text/plain; charset=utf-8').send(llmsText(this.#document()));
  }

  @Get('problems/:code')
  @Open()
  @Answers({
    id: 'explainProblem',
    summary: 'What a problem code means',
    status: 200,
    schema: 'ProblemCode',
    open: true,
    problems: [404],
  })
  problem(
    @Param('code') code: string,
    @Headers('accept') accept: string | undefined,
    @Res() reply: FastifyReply,
  ): void {
    if (!Object.hasOwn(ERRORS, code)) throw new FramefarmError('NOT_FOUND', 'There is no problem of this code.');
    const entry = ERRORS[code as ErrorCode];
    const { title, status, owner, retryable } = entry;
    const hint = inFieldNames(entry.hint);
    void reply.header('vary', 'accept');
    // Browsers alone name HTML; clients get the same facts as JSON.
    if (accept?.includes('text/html')) sendPage(reply, problemPage(code as ErrorCode, { ...entry, hint }));
    else void reply.send({ type: `/problems/${code}`, code, title, status, description: hint, owner, retryable });
  }

  #document(): OpenAPIObject {
    if (this.source.current === null) throw new FramefarmError('INTERNAL_ERROR', 'the document is not made yet');
    return this.source.current;
  }
}

function sendPage(reply: FastifyReply, html: string): void {
  void reply
    .headers({
      'content-security-policy': PAGE_POLICY,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
