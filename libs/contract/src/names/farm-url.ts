/** The address of a farm (cli 7). Pure. */
import { DEFAULT_FARM_URL } from '../settings/producer-settings.js';

const RULE = `must be the http or https address of a producer, such as ${DEFAULT_FARM_URL} or farm.example:9847`;
const HOST_AND_PORT = /^(?:[\w.-]+|\[[\da-f:.]+\]):\d+$/i;
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/** Whether a word is meant as an address, be it a right one or not. */
export const looksLikeAddress = (word: string): boolean => SCHEME.test(word) || HOST_AND_PORT.test(word);

/** The rule completes a sentence about the value; `hidden`: which is not to be quoted. */
export type FarmAddress =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly rule: string; readonly hidden?: true };

/** Reads a URL, or `host:port`, to a URL without a slash at its end. */
export function readFarmAddress(raw: unknown): FarmAddress {
  const typed = typeof raw === 'string' ? raw : '';
  const text = HOST_AND_PORT.test(typed) ? `http://${typed}` : typed;
  const url = SCHEME.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return { ok: false, rule: RULE };
  if (url.username !== '' || url.password !== '') {
    return {
      ok: false,
      rule: 'holds a user or password, which an address of a farm has not; set FRAMEFARM_API_KEY or use --api-key-file',
      hidden: true,
    };
  }
  if (url.search !== '' || url.hash !== '') return { ok: false, rule: `${RULE}, without a query or fragment` };
  return { ok: true, value: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}
