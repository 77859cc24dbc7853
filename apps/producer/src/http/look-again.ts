/** When something unfinished is worth another look. */

/** Seconds. */
export const LOOK_AGAIN_SECONDS = 2;

/** What an answer about something unfinished says (http-api 3.1, 3.3). */
export const LOOK_AGAIN = { 'retry-after': String(LOOK_AGAIN_SECONDS) } as const;
