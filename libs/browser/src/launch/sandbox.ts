/** When the Chromium sandbox is on, and why not when it is off (security 2.1; said to the user). */
import { tmpdir } from 'node:os';
import { FramefarmError } from '@framefarm/contract';
import { closedToOthers, type RunAs, UNPRIVILEGED_USER } from '@framefarm/process';
import { namespaceObstacle } from './namespaces.js';

export interface SandboxState {
  readonly on: boolean;
  readonly reason: string;
}

export interface SandboxDecision extends SandboxState {
  /** Whom the browser runs as instead of this process's user; null: as that. */
  readonly runAs: RunAs | null;
}

/** What the decision is made from. */
export interface SandboxFacts {
  /** Of this process; undefined where there is none. */
  readonly uid: number | undefined;
  /** Why root cannot start the browser as another user, in words; null when it can. Asked of root only. */
  readonly obstacle: () => string | null;
}

/**
 * `asked`: null for the default, which is on wherever the system lets it; true where nothing else will do.
 * @throws FramefarmError SANDBOX_UNAVAILABLE
 */
export function decideSandbox(asked: boolean | null, facts: SandboxFacts): SandboxDecision {
  if (asked === false) return { on: false, reason: 'switched off on request', runAs: null };
  if (facts.uid !== 0) return { on: true, reason: 'on', runAs: null };
  const obstacle = facts.obstacle();
  if (obstacle === null)
    return { on: true, reason: 'on, the browser runs as an unprivileged user', runAs: UNPRIVILEGED_USER };
  const reason = `framefarm runs as root, and ${obstacle}`;
  if (asked === true) throw new FramefarmError('SANDBOX_UNAVAILABLE', `the Chromium sandbox cannot be had: ${reason}`);
  return { on: false, reason, runAs: null };
}

/** Where the directory of a browser goes that runs as another user: into `scratchDir` where that user may pass. */
export function roomForOthers(scratchDir: string): string {
  return closedToOthers(scratchDir, 'pass') === null ? scratchDir : tmpdir();
}

/** The facts of this machine for a browser that reads `paths` and has its own directory in `room`. */
export function sandboxFacts(paths: readonly (string | undefined)[], room: string): SandboxFacts {
  return {
    uid: process.getuid?.(),
    obstacle: () => {
      const closed = paths.map((path) => (path === undefined ? null : closedToOthers(path)));
      const first = [...closed, closedToOthers(room, 'pass')].find((place) => place !== null);
      if (first !== undefined) return `${first} is closed to the unprivileged user that its browser would run as`;
      return namespaceObstacle();
    },
  };
}
