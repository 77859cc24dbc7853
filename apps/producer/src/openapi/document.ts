/** The OpenAPI 3.1 document, made from controllers, DTOs and schemas (http-api). */
import { FRAMEFARM_VERSION } from '@framefarm/render';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { EXAMPLES } from './examples.js';
import { SCHEMAS } from './schemas.js';

const DESCRIPTION =
  'Turns HTML compositions into video. Submit a render to POST /renders, follow GET /renders/{id}/events, fetch GET /renders/{id}/output. ' +
  'POST /render and POST /render/stream do the same in one call. Errors of the job resource are problem documents (RFC 9457) with a stable code; ' +
  'GET /problems/{code} explains each. Whole numbers among the options of a render are also read as text, such as "workers": "2".';

/** Paths on which a client may well ask with HEAD; every GET takes it. */
const HEAD_PATHS = ['/renders/{id}/output', '/compositions/{id}', '/outputs/{token}'];

export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('framefarm')
    .setDescription(DESCRIPTION)
    .setVersion(FRAMEFARM_VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A key of the farm: ffk_…' })
    .build();
  const document = SwaggerModule.createDocument(app, config);
  const components = document.components ?? {};
  document.components = { ...components, schemas: { ...components.schemas, ...(SCHEMAS as object) } };
  for (const path of HEAD_PATHS) addHead(document, path);
  for (const [path, method, examples] of EXAMPLES) {
    const body = document.paths[path]?.[method]?.requestBody;
    if (body === undefined || '$ref' in body) continue;
    const json = body.content['application/json'];
    if (json !== undefined) json.examples = examples;
  }
  return document;
}

function addHead(document: OpenAPIObject, path: string): void {
  const get = document.paths[path]?.get;
  if (get === undefined) return;
  const responses = Object.entries(get.responses).map(([status, response]): [string, object] => {
    const { content: _content, ...rest } = response as { content?: unknown };
    return [status, rest];
  });
  const summary = `${get.summary}: headers alone`;
  const head = { ...get, operationId: `${get.operationId}Headers`, summary, responses: Object.fromEntries(responses) };
  document.paths[path] = { ...document.paths[path], head: head as typeof get };
}
