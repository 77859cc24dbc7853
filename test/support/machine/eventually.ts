/** Waiting for what a test expects, told with the difference that was left where it never comes. */
import { vi } from 'vitest';
import { LONGEST_WAIT_MS } from './processes.js';

/** Resolves with what `look` gives once it no longer throws. */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, { timeout: LONGEST_WAIT_MS });
