/** Data that a player hands to a composition while it plays (`__hyperframes.registerRuntimeDataHandler`, as in HyperFrames). */

type Handler = (payload: unknown) => void;

/** In a render nobody outside of the page has any: a script hears what another one sets, also what was set before. */
export function createRuntimeData(): Readonly<Record<string, (...given: never[]) => unknown>> {
  const handlers = new Map<string, Set<Handler>>();
  const kept = new Map<string, unknown>();
  return {
    registerRuntimeDataHandler(channel: string, handler: Handler) {
      const own = handlers.get(channel) ?? new Set();
      handlers.set(channel, own.add(handler));
      if (kept.has(channel)) handler(kept.get(channel));
      return () => own.delete(handler);
    },
    setRuntimeData(channel: string, payload: unknown) {
      kept.set(channel, payload);
      for (const handler of handlers.get(channel) ?? []) handler(payload);
    },
    clearRuntimeData: (channel: string) => kept.delete(channel),
  };
}
