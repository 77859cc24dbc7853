/**
 * Runs in the composition's document right after the page runtime and hands its API to the page of the preview. It takes
 * what it needs from the window before any script of the author runs.
 */
import { PAGE_API_GLOBAL, type PageApi } from '@framefarm/contract';
import {
  type AgentAnswer,
  type AgentCall,
  type AgentCalls,
  type AgentHello,
  type AgentQuestion,
  CONNECT,
} from '../protocol.js';

const page = window.parent;
const api = (window as unknown as Record<string, PageApi>)[PAGE_API_GLOBAL] as PageApi;
const announce = page.postMessage.bind(page);

const CALLS: { readonly [C in AgentCall]: (ask: AgentCalls[C]['ask']) => unknown } = {
  settle: ({ budgetMs }) => api.settle(budgetMs),
  describe: () => api.describe(),
  provideMedia: (media) => api.provideMedia(media),
  prepare: (setup) => api.prepare(setup),
  seek: ({ frame }) => api.seek(frame),
  warnings: () => api.takeWarnings(),
};

function serve(port: MessagePort): void {
  const reply = port.postMessage.bind(port);
  port.onmessage = async (event: MessageEvent<AgentQuestion>): Promise<void> => {
    const { id, call, ask } = event.data;
    let answer: AgentAnswer;
    try {
      const given = await (CALLS[call] as (ask: unknown) => unknown)(ask);
      answer = { id, ok: true, answer: given ?? null };
    } catch (error) {
      answer = { id, ok: false, message: error instanceof Error ? error.message : String(error) };
    }
    reply(answer);
  };
}

if (page !== window) {
  window.addEventListener('message', (event) => {
    if (event.source !== page || event.data !== CONNECT || event.ports[0] === undefined) return;
    event.stopImmediatePropagation();
    serve(event.ports[0]);
  });
  const guarded = navigator.serviceWorker?.controller != null;
  // Says nothing that any page may not know; the answer is taken from the document around this one only.
  announce({ framefarm: 'agent', guarded } satisfies AgentHello, '*');
}
