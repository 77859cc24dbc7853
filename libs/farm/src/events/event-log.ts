/** Streams of events in Redis, and who watches them. */
import type { EventLog } from '../api/event-log.js';
import type { Room } from '../redis/room.js';
import { readStream, type StreamPart } from './read-stream.js';
import type { RenderStreamEvent } from './render-events.js';
import type { Watchers } from './watchers.js';

export class RedisEventLog implements EventLog {
  constructor(
    private readonly room: Room,
    private readonly watchers: Watchers,
  ) {}

  async read(renderId: string, after: string | null, limit: number): Promise<StreamPart<RenderStreamEvent>> {
    const { keys } = this.room;
    const [requestId, row] = await this.room.ask((redis) => redis.hmget(keys.render(renderId), 'requestId', 'row'));
    return readStream(this.room, keys.renderEvents(renderId), after, limit, {
      id: renderId,
      requestId: requestId ?? '',
      ...(typeof row === 'string' ? { row: Number(row) } : {}),
    });
  }

  watch(id: string, onChange: () => void): () => void {
    return this.watchers.watch(id, onChange);
  }

  watchFarm(onChange: () => void): () => void {
    return this.watchers.watch('farm', onChange);
  }
}
