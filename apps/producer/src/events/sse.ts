/** The text of server-sent events. Pure. */

/** What every stream says of itself. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;
/** Comment that keeps proxies and readers awake. */
export const HEARTBEAT = ': still here\n\n';
/** Time between two of them, ms (http-api 1.3, 3.4). */
export const HEARTBEAT_MS = 15_000;
/** Pause that a reader makes before it comes back, ms. */
export const RETRY_LINE = 'retry: 2000\n\n';

/** An event with id and name; its data says its type once more, for readers that look at data alone. */
export function eventText(id: string, type: string, data: object): string {
  return `id: ${id}\nevent: ${type}\n${dataText(data)}`;
}

/** A message of data alone, as the direct stream has them (http-api 1.3). */
export function dataText(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

export function commentText(comment: string): string {
  return `: ${comment.replace(/[\r\n]+/g, ' ')}\n\n`;
}
