/** Numbers as the dashboard writes them. */

/** `850 ms`, `12.4 s`, `3 min 05 s`, `2 h 07 min`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
  return `${Math.floor(seconds / 3_600)} h ${two(Math.floor((seconds % 3_600) / 60))} min`;
}

/** `812 B`, `2.8 KB`, `4.2 MB`, `1.1 GB`, base 1024. */
export function bytes(size: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = size;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return unit === 0 ? `${size} B` : `${value.toFixed(1)} ${units[unit]}`;
}

/** Memory as workers tell it: `812 MB`, `15.6 GB`. */
export function megabytes(size: number): string {
  return bytes(size * 2 ** 20);
}

/** Local time of day, with the date when it was another day. */
export function moment(iso: string, now: Date = new Date()): string {
  const then = new Date(iso);
  const time = then.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return then.toDateString() === now.toDateString() ? time : `${then.toLocaleDateString()} ${time}`;
}

/** How long a render has run, or took; null before it started. */
export function elapsed(startedAt: string | null, finishedAt: string | null, now: number): string | null {
  if (startedAt === null) return null;
  const end = finishedAt === null ? now : Date.parse(finishedAt);
  return duration(Math.max(0, end - Date.parse(startedAt)));
}

export function capitalized(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

/** A step's or state's name in words: `extract_video` is `extract video`. */
export function words(code: string): string {
  return code.replaceAll('_', ' ');
}
