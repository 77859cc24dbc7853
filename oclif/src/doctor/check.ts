/** What a check of the environment tells (cli 8). */
export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  /** Only required checks decide whether this machine can render. */
  readonly required: boolean;
  readonly detail: string;
  /** What to do when it failed. */
  readonly hint?: string;
}

export interface DoctorOptions {
  readonly browserPath: string | null;
  readonly ffmpegPath: string | null;
  /** Directory for what a started browser writes; the caller removes it. */
  readonly scratchDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly signal?: AbortSignal;
}

export const BYTES_PER_MB = 1024 * 1024;

/** `name` passed, or failed with a hint. */
export function verdict(name: string, ok: boolean, required: boolean, detail: string, hint: string): CheckResult {
  return ok ? { name, ok, required, detail } : { name, ok, required, detail, hint };
}
