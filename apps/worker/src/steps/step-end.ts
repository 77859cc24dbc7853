/** How a step that was claimed here ended. */
import type { FramefarmError } from '@framefarm/contract';
import type { FailureClass, Step } from '@framefarm/farm';

export interface StepEnd {
  readonly renderId: string;
  readonly kind: Step['kind'];
  /** From the claim to its end. */
  readonly ms: number;
  /** Null when the step was committed. */
  readonly failure: { readonly class: FailureClass; readonly error: FramefarmError } | null;
}

/** Whether a store that is away or full may be why a step failed. */
export function mayBeTheStore({ failure }: StepEnd): boolean {
  return failure !== null && /^(STORE_UNAVAILABLE|DISK_FULL)$/.test(failure.error.code);
}
