/** What the pages of a browser may ask for, set once for all of them. */
import type { ProtocolSession } from '../protocol/session.js';
import { type BlockedHosts, type ExternalResolver, isRefusal } from './external-request.js';

/** Answers every https request of every page, frame and worker; requests to the origin never come here. */
export async function answerOutside(
  root: ProtocolSession,
  resolve: ExternalResolver,
  blocked: BlockedHosts,
): Promise<void> {
  root.on('Fetch.requestPaused', (event) => {
    const { requestId, request } = event;
    const reply = async (): Promise<void> => {
      const outcome = await resolve({
        url: request.url,
        method: request.method,
        resourceType: event.resourceType,
        headers: request.headers,
      });
      blocked.answered(request.url, isRefusal(outcome) && outcome.report === false);
      if (isRefusal(outcome)) {
        if (outcome.report !== false) blocked.add(new URL(request.url).hostname, outcome.refused);
        await root.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
        return;
      }
      await root.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: outcome.status,
        responseHeaders: Object.entries(outcome.headers).map(([name, value]) => ({ name, value })),
        body: Buffer.from(outcome.body).toString('base64'),
      });
    };
    // A request whose page has gone, or whose resolver failed, gets no answer but an error.
    reply().catch(() => root.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(() => {}));
  });
  await root.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] });
}

/** Permissions, downloads: a capture needs none (security 2.9). Of one context of pages; default: the usual one. */
export async function denyCapabilities(root: ProtocolSession, browserContextId?: string): Promise<void> {
  const context = browserContextId === undefined ? {} : { browserContextId };
  await Promise.all([
    root.send('Browser.grantPermissions', { permissions: [], ...context }),
    root.send('Browser.setDownloadBehavior', { behavior: 'deny', ...context }),
  ]);
}
