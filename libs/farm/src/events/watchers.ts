/** Who wants to know of changes: one subscription per channel, and a poll so that a missed message costs two seconds. */
import type { Redis } from 'ioredis';

const POLL_MS = 2_000;

export class Watchers {
  private readonly byChannel = new Map<string, Set<() => void>>();
  private readonly poll: NodeJS.Timeout;

  constructor(
    private readonly redis: Redis,
    private readonly channelOf: (name: string) => string,
  ) {
    redis.on('message', (channel: string) => this.call(channel));
    // What was published while the connection was away is not said again.
    redis.on('ready', () => this.callAll());
    this.poll = setInterval(() => this.callAll(), POLL_MS);
    this.poll.unref();
  }

  /** Calls back on every message for `name`, and now and then without one; returns the call that ends it. */
  watch(name: string, onChange: () => void): () => void {
    const channel = this.channelOf(name);
    const known = this.byChannel.get(channel);
    const watcher = (): void => onChange();
    if (known !== undefined) known.add(watcher);
    else {
      this.byChannel.set(channel, new Set([watcher]));
      // A change between the caller's last look and the subscription would go unseen.
      this.redis.subscribe(channel).then(
        () => this.call(channel),
        () => {},
      );
    }
    return () => {
      const watchers = this.byChannel.get(channel);
      if (!watchers?.delete(watcher) || watchers.size > 0) return;
      this.byChannel.delete(channel);
      this.redis.unsubscribe(channel).catch(() => {});
    };
  }

  close(): void {
    clearInterval(this.poll);
    this.byChannel.clear();
  }

  private call(channel: string): void {
    for (const watcher of [...(this.byChannel.get(channel) ?? [])]) watcher();
  }

  private callAll(): void {
    for (const channel of [...this.byChannel.keys()]) this.call(channel);
  }
}
