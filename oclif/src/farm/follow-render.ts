/** Turns the events of a render on a farm into those of a local one (http-api 3.4, cli 6). */
import {
  beginningWithFlag,
  dependentNotice,
  ERRORS,
  type ErrorCode,
  FramefarmError,
  inFieldNames,
  type Notice,
  type RenderListener,
  refutedNotice,
  type Stage,
  type SurfaceObstacle,
  type Warning,
} from '@framefarm/contract';
import type { Failure, FarmClient, Output, StreamEvent } from '@framefarm/farm-client';
import { watchIdleFarm } from './idle-farm.js';
import type { FarmListener } from './news.js';

export interface FollowHooks {
  readonly onEvent: RenderListener;
  readonly tell: FarmListener;
  /** The render begins anew: what it warned of before is not of this run. */
  readonly onAnew?: () => void;
}

export interface Followed {
  readonly output: Output;
  readonly outcome: 'completed' | 'completed_with_warnings';
  readonly warnings: readonly Warning[];
  readonly notices: readonly Notice[];
}

/**
 * Follows a render until it has ended.
 * @throws FramefarmError what the render failed with, `RENDER_CANCELLED`, what the farm refuses with.
 */
export async function followRender(client: FarmClient, id: string, hooks: FollowHooks): Promise<Followed> {
  const translate = createTranslator(id, hooks);
  const onLost = (reason: string): void => hooks.tell({ kind: 'farm-lost', reason });
  const idle = watchIdleFarm(client, (message) => hooks.tell({ kind: 'render-waiting', renderId: id, message }));
  try {
    for await (const event of client.followRender(id, { onLost })) {
      idle.moved();
      const end = translate(event);
      if (end !== null) return end;
    }
  } finally {
    idle.end();
  }
  // The stream had nothing more to say: the render itself knows how it ended.
  const { output, outcome, error, status, warnings = [] } = await client.render(id);
  if (status === 'completed' && output !== null)
    return { output, outcome: outcomeOf(outcome), warnings: warnings as readonly Warning[], notices: [] };
  throw error === null ? cancelled(id) : failureOf(error);
}

/** One event after the other; the result with the last one. Throws what ended the render otherwise. */
export function createTranslator(
  id: string,
  { onEvent, tell, onAnew }: FollowHooks,
): (event: StreamEvent) => Followed | null {
  const warnings: Warning[] = [];
  const notices: Notice[] = [];
  let frames = 0;
  let capturingSince: number | null = null;
  // The render of a gap names warnings whose events may still come.
  const warn = (warning: Warning): void => {
    if (warnings.some(({ code, message }) => code === warning.code && message === warning.message)) return;
    warnings.push(warning);
    onEvent({ kind: 'warning', warning });
  };
  return ({ type, data }) => {
    const facts = type === 'gap' ? data.render : data;
    switch (type) {
      case 'queued':
        tell({ kind: 'render-queued', renderId: id, ahead: data.ahead });
        return null;
      case 'waiting':
        if (data.waiting !== null) tell({ kind: 'render-waiting', renderId: id, message: data.waiting.message });
        return null;
      case 'state':
        if (data.status === 'queued' || data.status === 'preparing') {
          warnings.length = 0;
          onAnew?.();
        }
        // A plan that is given up has captured in vain.
        if (data.status === 'preparing') capturingSince = null;
        if (data.status === 'rendering') capturingSince ??= Date.parse(data.at);
        frames = data.totalFrames ?? frames;
        if (data.refuted !== undefined) {
          const notice = refutedNotice(data.refuted as SurfaceObstacle);
          notices.push(notice);
          onEvent({ kind: 'notice', notice });
        }
        if (data.dependent !== undefined) {
          const notice = dependentNotice(Number(data.dependent));
          notices.push(notice);
          onEvent({ kind: 'notice', notice });
        }
        if (data.status === 'assembling' && capturingSince !== null) {
          const seconds = (Date.parse(data.at) - capturingSince) / 1000;
          const reused = Number(data.reusedFrames ?? 0);
          onEvent({ kind: 'captured', frames, seconds, ...(reused > 0 ? { reused } : {}) });
        }
        return null;
      case 'gap':
      case 'progress': {
        const { stage, progress, framesRendered, totalFrames } = facts;
        frames = totalFrames;
        for (const warning of facts.warnings ?? []) warn(warning);
        if (stage !== null) onEvent({ kind: 'progress', stage: stage as Stage, progress, framesRendered, totalFrames });
        return null;
      }
      case 'warning':
        warn(data.warning);
        return null;
      case 'completed':
        return { output: data.output, outcome: outcomeOf(data.outcome), warnings, notices };
      case 'failed':
        throw failureOf(data.error);
      case 'cancelled':
        throw cancelled(id);
      default:
        return null;
    }
  };
}

/** The error of a render on a farm, as it would be of a local one: with flags where the farm names fields. */
export function failureOf({ code, message, hint, stage }: Failure): FramefarmError {
  const known = code in ERRORS ? (code as ErrorCode) : 'INTERNAL_ERROR';
  const isOurs = hint === inFieldNames(ERRORS[known].hint);
  return new FramefarmError(known, known === 'VALIDATION_FAILED' ? beginningWithFlag(message) : message, {
    ...(hint === undefined || isOurs ? {} : { hint }),
    ...(stage === null ? {} : { stage }),
  });
}

export const outcomeOf = (outcome: unknown): Followed['outcome'] =>
  outcome === 'completed_with_warnings' ? outcome : 'completed';

const cancelled = (id: string): FramefarmError =>
  new FramefarmError('RENDER_CANCELLED', `${id} was cancelled on the farm`);
