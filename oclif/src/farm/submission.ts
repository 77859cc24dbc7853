/** One submission of this command: what has to be known of it to give it up (cli 1.2, 4.2 of http-api). */
import { randomUUID } from 'node:crypto';
import type { FarmClient } from '@framefarm/farm-client';

export interface Submission {
  /** Id of the render or batch; null while the farm has not answered. */
  id(): string | null;
  /** Submits; the same key makes a repetition harmless. */
  submit<T extends { readonly id: string }>(): Promise<T>;
  /** Cancels what was submitted, also when the answer had not come yet. Resolves with its id, or null for nothing. */
  cancel(client: FarmClient): Promise<string | null>;
}

/** A farm that is asked to stop answers soon, or is not waited for, ms. */
const CANCEL = { attempts: 2, timeoutMs: 5_000 } as const;

export type SubmissionKind = 'render' | 'batch';

export function createSubmission(
  kind: SubmissionKind,
  client: FarmClient,
  body: Readonly<Record<string, unknown>>,
  key: string = randomUUID(),
): Submission {
  let hasBegun = false;
  let id: string | null = null;
  const send = (by: FarmClient) => (kind === 'render' ? by.submitRender(body, key) : by.submitBatch(body, key));
  return {
    id: () => id,
    submit: async <T extends { readonly id: string }>() => {
      hasBegun = true;
      const made = await send(client);
      id = made.id;
      return made as unknown as T;
    },
    cancel: async (by) => {
      if (!hasBegun) return null;
      id ??= (await send(by)).id;
      await (kind === 'render' ? by.cancelRender(id, CANCEL) : by.cancelBatch(id, CANCEL));
      return id;
    },
  };
}
