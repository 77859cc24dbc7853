/** A date of HTTP begins with the day of the week (RFC 9110, 5.6.7); JavaScript reads many other texts as some date. */
const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/** What `Retry-After` asks for, in seconds or as a date, in ms from `now`; null for anything else. */
export function readRetryAfter(header: string | null | undefined, now: number): number | null {
  if (header == null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = DATE.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
