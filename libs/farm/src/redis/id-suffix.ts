import { ulid } from 'ulid';

/** The random half of a ULID; its time is added by the script, from the clock of Redis. */
export const idSuffix = (): string => ulid().slice(10);
