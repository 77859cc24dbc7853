/** Decorators that say in the OpenAPI document what a route answers; schemas stand in `schemas.ts`. */
import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { SchemaName } from './schemas.js';

export interface AnswerSpec {
  readonly summary: string;
  readonly description?: string;
  readonly status: number;
  /** Schema of the JSON answer; without it `type` or nothing is answered. */
  readonly schema?: SchemaName;
  /** Content type of an answer that is no JSON object of a schema. */
  readonly type?: string;
  /** Statuses of problem documents. */
  readonly problems?: readonly number[];
  /** Further statuses without a body of their own, such as 304. */
  readonly also?: Readonly<Record<number, string>>;
  /** The route needs no key. */
  readonly open?: boolean;
  readonly deprecated?: boolean;
}

const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

export function Answers(spec: AnswerSpec): MethodDecorator {
  const content =
    spec.schema !== undefined
      ? { 'application/json': { schema: ref(spec.schema) } }
      : spec.type !== undefined
        ? { [spec.type]: { schema: { type: 'string' } } }
        : undefined;
  return applyDecorators(
    ApiOperation({
      summary: spec.summary,
      ...(spec.description === undefined ? {} : { description: spec.description }),
    }),
    ApiResponse({ status: spec.status, description: spec.summary, ...(content === undefined ? {} : { content }) }),
    ...Object.entries(spec.also ?? {}).map(([status, description]) =>
      ApiResponse({ status: Number(status), description }),
    ),
    ...(spec.problems ?? []).map((status) =>
      ApiResponse({
        status,
        description: 'A problem document; its code says which.',
        content: { 'application/problem+json': { schema: ref('Problem') } },
      }),
    ),
    ...(spec.open === true ? [] : [ApiBearerAuth()]),
  );
}

/** A POST that a client may send again without making a second thing (http-api 4.2). */
export function IdempotentPost(): MethodDecorator {
  return ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: '1 to 255 visible ASCII characters. The same key and body give the first answer again for 24 h.',
  });
}

/** `limit`, `cursor` and the named filters of a list. */
export function ListQueries(...filters: readonly string[]): MethodDecorator {
  const query = (name: string, description: string, schema: object = { type: 'string' }) =>
    ApiQuery({ name, required: false, description, schema });
  const known: Readonly<Record<string, MethodDecorator>> = {
    status: query('status', 'One status or several, separated by commas.'),
    batch: query('batch', 'Id of a batch.'),
    label: query('label', 'key:value; may be repeated.'),
    createdAfter: query('createdAfter', 'ISO 8601 time.'),
    createdBefore: query('createdBefore', 'ISO 8601 time.'),
  };
  return applyDecorators(
    query('limit', 'Items of a page.', { type: 'integer', minimum: 1, maximum: 100, default: 50 }),
    query('cursor', 'nextCursor of the page before.'),
    ...filters.flatMap((name) => known[name] ?? []),
  );
}
