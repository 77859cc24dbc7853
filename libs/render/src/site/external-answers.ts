/** Joins what the browser asks of the outside with what the origin's resolver answers. */
import { readFile } from 'node:fs/promises';
import type { ExternalRefusal, ExternalRequest, ExternalResponse } from '@framefarm/browser';
import type { ExternalResolver } from '@framefarm/origin';

/** Resource types of the DevTools protocol in the words of the Fetch standard. */
const DESTINATIONS: Readonly<Record<string, string>> = {
  Script: 'script',
  Stylesheet: 'style',
  Image: 'image',
  Font: 'font',
  Media: 'video',
  Document: 'document',
};

/** Answers the browser's outside requests; refusals and failures are recorded by the resolver, not by the browser. */
export function answerExternals(
  resolver: ExternalResolver,
): (request: ExternalRequest) => Promise<ExternalResponse | ExternalRefusal> {
  return async ({ url, method, resourceType, headers }) => {
    const lowerCased = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const destination = DESTINATIONS[resourceType] ?? 'fetch';
    const answer = await resolver.resolve({ url, method, destination, headers: lowerCased });
    switch (answer.kind) {
      case 'file':
        return { status: 200, headers: answer.headers, body: await readFile(answer.file) };
      case 'text':
        return { status: 200, headers: answer.headers, body: Buffer.from(answer.body) };
      case 'redirect':
        return { status: 302, headers: answer.headers, body: new Uint8Array() };
      default:
        return { refused: answer.reason, report: false };
    }
  };
}
