/** `hyperframesAnime`, by which pages register instances of anime.js under the ids of their compositions. */

export interface AnimeRegistration {
  readonly id: string;
  readonly instance: unknown;
  /** Seconds by name. */
  readonly labels: Readonly<Record<string, number>>;
}

export interface AnimeRegister {
  /** A second instance of one id takes the place of the first. */
  register(id: string, instance: unknown, options?: { labels?: Record<string, number> }): AnimeRegistration;
  unregister(id: string): void;
  get(id: string): AnimeRegistration | null;
  entries(): AnimeRegistration[];
  /** Null without such a label. */
  resolveLabel(id: string, label: string): number | null;
}

export function createAnimeRegister(): AnimeRegister {
  const registered = new Map<string, AnimeRegistration>();
  return {
    register(id, instance, { labels = {} } = {}) {
      const registration = { id, instance, labels: { ...labels } };
      registered.set(id, registration);
      window.dispatchEvent(new CustomEvent('hf-anime-registered', { detail: { id } }));
      return registration;
    },
    unregister(id) {
      registered.delete(id);
    },
    get: (id) => registered.get(id) ?? null,
    entries: () => [...registered.values()],
    resolveLabel: (id, label) => registered.get(id)?.labels[label] ?? null,
  };
}
