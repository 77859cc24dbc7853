/** Numbers as the lines of a render show them (cli 4). */

const UNITS = ['KB', 'MB', 'GB', 'TB'];

/** `812B`, `2.8KB`, `4.2MB`, `1.1GB`; base 1024. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  let value = bytes / 1024;
  let unit = 0;
  // 1023.95 would round to "1024.0", which is one of the next unit.
  while (value >= 1023.95 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(1)}${UNITS[unit]}`;
}

/** Seconds with one decimal, without the unit. */
export function formatSeconds(seconds: number): string {
  return seconds.toFixed(1);
}

/** A remaining time for people: `4s`, `2m05s`, `1h03m`. */
export function formatRemaining(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m${String(whole % 60).padStart(2, '0')}s`;
  return `${Math.floor(whole / 3600)}h${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')}m`;
}
