/** When the Chromium sandbox is on, and why not when it is off (security 2.1; said to the user). */

export interface SandboxState {
  readonly on: boolean;
  readonly reason: string;
}

/** `asked`: null for the default (on, except as root). `uid`: of this process; undefined where there is none. */
export function decideSandbox(asked: boolean | null, uid: number | undefined = process.getuid?.()): SandboxState {
  if (asked === false) return { on: false, reason: 'switched off on request' };
  if (uid === 0) {
    return {
      on: false,
      reason:
        asked === true
          ? 'framefarm runs as root, as which Chromium cannot start its sandbox; run as another user'
          : 'framefarm runs as root',
    };
  }
  return { on: true, reason: 'on' };
}
