/** The operations of an OpenAPI document as its two readable forms need them. Pure. */
import type { OpenAPIObject } from '@nestjs/swagger';

export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly $ref?: string;
}

export interface DocumentedField {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export interface DocumentedOperation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Parameters, then the fields of the body. */
  readonly fields: readonly DocumentedField[];
  readonly answers: readonly string[];
  readonly example: unknown;
}

interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly { name: string; required?: boolean; description?: string; schema?: Schema }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema?: Schema; examples?: Record<string, { value?: unknown }> }>>;
  };
  readonly responses: Readonly<Record<string, unknown>>;
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;

export function operationsOf(document: OpenAPIObject): readonly DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as unknown as Operation | undefined;
      return operation === undefined ? [] : [documented(document, path, method, operation)];
    }),
  );
}

function documented(document: OpenAPIObject, path: string, method: string, operation: Operation): DocumentedOperation {
  const parameters = (operation.parameters ?? []).map(
    ({ name, required = false, description, schema = {} }): DocumentedField => ({
      name,
      required,
      schema: description === undefined ? schema : { ...schema, description },
    }),
  );
  const json = operation.requestBody?.content['application/json'];
  const body = json?.schema === undefined ? {} : resolved(document, json.schema);
  const fields = Object.entries(body.properties ?? {}).map(
    ([name, schema]): DocumentedField => ({ name, schema, required: body.required?.includes(name) ?? false }),
  );
  return {
    id: operation.operationId ?? `${method}-${path}`,
    tag: operation.tags?.[0] ?? 'other',
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    fields: [...parameters, ...fields],
    answers: Object.keys(operation.responses),
    example: Object.values(json?.examples ?? {})[0]?.value ?? null,
  };
}

function resolved(document: OpenAPIObject, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : ((document.components?.schemas?.[name] as Schema | undefined) ?? {});
}
