/** An origin that an operator or a user lists (security 3). Pure. */

const RULE = 'must be origins such as https://assets.example.com';

/** The rule completes a sentence about the value; `hidden`: which is not to be quoted. */
export type Origin =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly rule: string; readonly hidden?: true };

/** Reads scheme, host and port of http or https; a slash at the end is left out. */
export function readOrigin(text: string): Origin {
  // An origin has none: it would be listed without them, and what it was meant to open stay shut.
  if (text.includes('@')) return { ok: false, rule: `${RULE}, without a user or password`, hidden: true };
  const url = URL.canParse(text) ? new URL(text) : null;
  const isBare = url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
  if (!isBare || !/^https?:$/.test(url.protocol)) return { ok: false, rule: `${RULE} (received ${text})` };
  return { ok: true, value: url.origin };
}
