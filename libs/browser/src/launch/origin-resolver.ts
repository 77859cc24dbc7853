/** Joins the browser's outside requests to the origin's package map and guarded download. */
import { readFile } from 'node:fs/promises';
import type { ExternalResolver as OriginResolver } from '@framefarm/origin';
import type { ExternalResolver } from './external-request.js';

/** The browser's resource types in words of the Fetch standard. */
const DESTINATIONS: Readonly<Record<string, string>> = {
  Document: 'document',
  Stylesheet: 'style',
  Image: 'image',
  Media: 'video',
  Font: 'font',
  Script: 'script',
  TextTrack: 'track',
  Manifest: 'manifest',
};

/** A resolver that asks the origin's. Its refusals are warnings there already and are not reported a second time. */
export function throughOrigin(origin: Pick<OriginResolver, 'resolve'>): ExternalResolver {
  return async ({ url, method, resourceType, headers }) => {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const answer = await origin.resolve({
      url,
      method,
      destination: lower['sec-fetch-dest'] ?? DESTINATIONS[resourceType] ?? '',
      headers: lower,
    });
    switch (answer.kind) {
      case 'file':
        return { status: answer.status, headers: answer.headers, body: await readFile(answer.file) };
      case 'text':
        return { status: answer.status, headers: answer.headers, body: Buffer.from(answer.body, 'utf8') };
      case 'redirect':
        return { status: answer.status, headers: answer.headers, body: Buffer.alloc(0) };
      default:
        return { refused: answer.reason, report: false };
    }
  };
}
