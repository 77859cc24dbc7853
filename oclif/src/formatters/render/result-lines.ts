/** The lines of a successful render (cli 4). */
import {
  type CapturedEvent,
  counted,
  type LanesEvent,
  type Notice,
  type RenderPlan,
  type StartEvent,
  type Warning,
} from '@framefarm/contract';
import type { RenderOutput, RenderResult } from '@framefarm/render';
import { formatSeconds, formatSize } from '../text/quantities.js';
import { neutralisedLine } from '../text/terminal-text.js';

export function startLine(event: StartEvent): string {
  return `Rendering composition "${neutralisedLine(event.compositionId)}" (${event.fps}fps, ${event.quality} quality)`;
}

export function capturedLine(event: CapturedEvent): string {
  const { frames, seconds, reused = 0 } = event;
  const own = frames - reused;
  const captured = `Captured ${counted(own, 'frame')} in ${formatSeconds(seconds)}s`;
  return reused > 0 ? `${captured}, took ${reused} from an earlier render` : captured;
}

/** `shown`: the path as the user knows it. */
export function encodedLine(
  output: Pick<RenderOutput, 'durationSeconds' | 'width' | 'height' | 'size'>,
  shown: string,
): string {
  const facts = [
    `${formatSeconds(output.durationSeconds)}s`,
    `${output.width}x${output.height}`,
    formatSize(output.size),
  ];
  return `Encoded to ${neutralisedLine(shown)} (${facts.join(', ')})`;
}

/** What a dry run found out, in place of the last two lines. */
export function dryRunLine(plan: Pick<RenderPlan, 'frames' | 'chunks'>): string {
  return `Dry run: ${counted(plan.frames, 'frame')} in ${counted(plan.chunks.length, 'chunk')}; nothing was rendered`;
}

export function lanesLine(event: LanesEvent): string {
  return `Workers: ${event.lanes} of ${event.upperBound} (${event.reason})`;
}

/** How pictures were taken where it was not the fast way, and why; null where it was. */
export function captureLine({ path, reason }: Pick<RenderResult['capture'], 'path' | 'reason'>): string | null {
  return path === 'surface' ? null : `Capture: ${path} (${neutralisedLine(reason)})`;
}

export function noticeLine(notice: Notice): string {
  return `Notice ${notice.code}: ${neutralisedLine(notice.message)}`;
}

export function warningLine(warning: Warning): string {
  return `Warning ${warning.code}: ${neutralisedLine(warning.message)}`;
}

/** `Completed with 2 warnings`, or null without any. */
export function warningCountLine(count: number): string | null {
  if (count === 0) return null;
  return `Completed with ${counted(count, 'warning')}`;
}

export function substitutionLine(substitution: { readonly requested: string; readonly served: string }): string {
  return `Substituted ${neutralisedLine(substitution.requested)} by ${neutralisedLine(substitution.served)}`;
}

/** A browser without its sandbox is never passed over in silence (security 2.1). */
export function sandboxNotice(reason: string): Notice {
  return { code: 'sandbox_off', message: `the Chromium sandbox is off: ${reason}` };
}
