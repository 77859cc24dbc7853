/**
 * States of a render and every way between them: the one table that code, tests and documents follow (farm-practice 2).
 * Terminal means quiet: nothing of the render runs any more and its permit is free.
 */

export const RENDER_STATUSES = [
  'queued',
  'preparing',
  'rendering',
  'assembling',
  'completed',
  'failing',
  'failed',
  'cancelling',
  'cancelled',
] as const;
export type RenderStatus = (typeof RENDER_STATUSES)[number];

export const TERMINAL_STATUSES = ['completed', 'failed', 'cancelled'] as const satisfies readonly RenderStatus[];
/** States in which a render holds a permit. */
export const ACTIVE_STATUSES = [
  'preparing',
  'rendering',
  'assembling',
  'failing',
  'cancelling',
] as const satisfies readonly RenderStatus[];

/** Why a render is in its state: stored, logged, sent as an event and shown. Codes never change meaning. */
export const TRANSITIONS = {
  accepted: { from: [], to: 'queued' },
  admitted: { from: ['queued'], to: 'preparing' },
  cancelled_before_start: { from: ['queued'], to: 'cancelled' },
  queue_timeout: { from: ['queued'], to: 'failed' },
  version_unsupported: {
    from: ['queued', 'preparing', 'rendering', 'assembling'],
    to: { queued: 'failed', preparing: 'failing', rendering: 'failing', assembling: 'failing' },
  },
  planned: { from: ['preparing'], to: 'rendering' },
  replanned: { from: ['rendering', 'assembling'], to: 'preparing' },
  surface_refuted: { from: ['rendering'], to: 'preparing' },
  order_needed: { from: ['preparing', 'rendering'], to: 'preparing' },
  all_chunks_committed: { from: ['rendering'], to: 'assembling' },
  published: { from: ['assembling'], to: 'completed' },
  composition_invalid: { from: ['preparing', 'rendering', 'assembling'], to: 'failing' },
  step_exhausted: { from: ['preparing', 'rendering', 'assembling'], to: 'failing' },
  step_poison: { from: ['preparing', 'rendering', 'assembling'], to: 'failing' },
  verification_failed: { from: ['assembling'], to: 'failing' },
  render_timeout: { from: ['preparing', 'rendering', 'assembling'], to: 'failing' },
  drained: { from: ['failing'], to: 'failed' },
  cancel_requested: { from: ['preparing', 'rendering', 'assembling'], to: 'cancelling' },
  stopped: { from: ['cancelling'], to: 'cancelled' },
  stop_timeout: { from: ['failing', 'cancelling'], to: { failing: 'failed', cancelling: 'cancelled' } },
  requeued: { from: ['failed', 'cancelled'], to: 'queued' },
} as const satisfies Record<
  string,
  {
    readonly from: readonly RenderStatus[];
    readonly to: RenderStatus | Readonly<Partial<Record<RenderStatus, RenderStatus>>>;
  }
>;
export type TransitionReason = keyof typeof TRANSITIONS;

/** Where `reason` leads from `from`; null when the table does not know that way. */
export function destination(from: RenderStatus, reason: TransitionReason): RenderStatus | null {
  const { from: allowed, to }: { readonly from: readonly RenderStatus[]; readonly to: unknown } = TRANSITIONS[reason];
  if (!allowed.includes(from)) return null;
  return typeof to === 'string' ? (to as RenderStatus) : ((to as Record<string, RenderStatus>)[from] ?? null);
}

/** Whether a render has ended for now: only a retry leads on from there. */
export function isTerminal(status: RenderStatus): boolean {
  return (TERMINAL_STATUSES as readonly RenderStatus[]).includes(status);
}
