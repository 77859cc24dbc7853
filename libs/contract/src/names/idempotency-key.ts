/** How a client may name its submission, so that one that is sent twice is one (http-api 4.2). */
export const IDEMPOTENCY_KEY = {
  fits: /^[\x21-\x7e]{1,255}$/,
  rule: 'must be 1 to 255 visible ASCII characters',
} as const;
