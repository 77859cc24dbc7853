/** One submission of this command: what has to be known of it to give it up (cli 1.2, 4.2 of http-api). */
import { randomUUID } from 'node:crypto';
import type { FarmClient, SendOptions } from '@framefarm/farm-client';

/** How something of its kind is submitted and cancelled. */
export interface Submittable<T extends { readonly id: string }> {
  /** The same key makes a repetition harmless. */
  send(by: FarmClient, key: string): Promise<T>;
  cancel(by: FarmClient, id: string, options: SendOptions): Promise<unknown>;
}

export interface Submission<T = unknown> {
  /** By which it is submitted. */
  readonly client: FarmClient;
  /** Id of the render or batch; null while the farm has not answered. */
  id(): string | null;
  submit(): Promise<T>;
  /** Cancels what was submitted, also when the answer had not come yet. Resolves with its id, or null for nothing. */
  cancel(client: FarmClient): Promise<string | null>;
}

/** A farm that is asked to stop answers soon, or is not waited for, ms. */
const CANCEL = { attempts: 2, timeoutMs: 5_000 } as const;

export function createSubmission<T extends { readonly id: string }>(
  what: Submittable<T>,
  client: FarmClient,
  givenKey: string | null,
): Submission<T> {
  const key = givenKey ?? randomUUID();
  let hasBegun = false;
  let id: string | null = null;
  return {
    client,
    id: () => id,
    submit: async () => {
      hasBegun = true;
      const made = await what.send(client, key);
      id = made.id;
      return made;
    },
    cancel: async (by) => {
      if (!hasBegun) return null;
      id ??= (await what.send(by, key)).id;
      await what.cancel(by, id, CANCEL);
      return id;
    },
  };
}
