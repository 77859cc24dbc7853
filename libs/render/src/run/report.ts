/** What a render has to say: collected once, told as it happens. */
import {
  type FailureCircumstances,
  FramefarmError,
  type Notice,
  type PageWarning,
  type RenderEvent,
  type RenderListener,
  refusedWarnings,
  type Stage,
  type Warning,
  type WarningGates,
} from '@framefarm/contract';
import { usableMemory } from '../plan/machine.js';
import { ConsoleTail } from '../stage/console-tail.js';

/** Most warnings kept; a page cannot fill the memory with them. */
const MAX_WARNINGS = 500;

export class Report {
  readonly #warnings = new Map<string, Warning>();
  readonly #notices = new Map<string, Notice>();
  readonly #console = new ConsoleTail();
  readonly #once = new Set<RenderEvent['kind']>();
  readonly #listener: RenderListener;

  constructor(listener: RenderListener | undefined) {
    this.#listener = listener ?? (() => {});
  }

  get warnings(): readonly Warning[] {
    return [...this.#warnings.values()];
  }

  get notices(): readonly Notice[] {
    return [...this.#notices.values()];
  }

  get emit(): RenderListener {
    return this.#listener;
  }

  /** Emits an event that a render has once, also when it begins again. */
  emitOnce(event: RenderEvent): void {
    if (this.#once.has(event.kind)) return;
    this.#once.add(event.kind);
    this.#listener(event);
  }

  /** Adds a warning; the same words are said once. */
  warn(warning: Warning): void {
    const key = `${warning.code}\0${warning.message}`;
    if (this.#warnings.has(key) || this.#warnings.size >= MAX_WARNINGS) return;
    this.#warnings.set(key, warning);
    this.#listener({ kind: 'warning', warning });
  }

  /** Takes warnings of a code back, as what they tell of does not hold any more; who listens has heard them. */
  withdraw(code: string): void {
    for (const [key, warning] of this.#warnings) if (warning.code === code) this.#warnings.delete(key);
  }

  warnAll(warnings: readonly Warning[]): void {
    for (const warning of warnings) this.warn(warning);
  }

  /** Warnings of the page: codes and texts come from outside, so they are bounded here. */
  warnFromPage(warnings: readonly PageWarning[], stage: Stage): void {
    for (const { code, message, details } of warnings) {
      this.warn({ code, message: message.slice(0, 2000), stage, ...(details === undefined ? {} : { details }) });
    }
  }

  notice(code: string, message: string): void {
    if (this.#notices.has(code)) return;
    this.#notices.set(code, { code, message });
    this.#listener({ kind: 'notice', notice: { code, message } });
  }

  log(source: 'page' | 'browser' | 'ffmpeg' | 'render', line: string): void {
    if (source === 'page') this.#console.add(line);
    this.#listener({ kind: 'log', source, line });
  }

  /** What belongs to an error that is thrown now. */
  circumstances(): FailureCircumstances {
    const { lines } = this.#console;
    return {
      freeMemoryMB: Math.round(usableMemory().freeBytes / 1_048_576),
      ...(lines.length === 0 ? {} : { browserConsoleTail: lines }),
    };
  }

  /**
   * Fails when a warning so far is not allowed by the gates.
   * @throws FramefarmError `COMPOSITION_SCRIPT_ERROR` for script errors under --strict, else `WARNINGS_NOT_ALLOWED`.
   */
  checkGates(gates: WarningGates): void {
    const refused = refusedWarnings(this.warnings, gates);
    const [first] = refused;
    if (first === undefined) return;
    const more = refused.length > 1 ? ` (and ${refused.length - 1} more)` : '';
    const code = first.code === 'script_error' ? 'COMPOSITION_SCRIPT_ERROR' : 'WARNINGS_NOT_ALLOWED';
    throw new FramefarmError(code, `${first.code}: ${first.message}${more}`, {
      stage: first.stage,
      issues: refused.map((warning) => ({ code: warning.code, message: warning.message })),
    });
  }
}
