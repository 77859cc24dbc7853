/** Lines for people: results on stdout, everything else on stderr, neither into a progress display that is shown (cli 1). */
import type { Streams } from '../../session/streams.js';
import { paint, type Style } from './style.js';

export interface TellerOptions {
  readonly streams: Streams;
  /** What is shown on the terminal meanwhile. */
  readonly display: { clear(): void };
  /** True when stdout, or stderr, may carry colour and marks. */
  readonly decorate: { readonly results: boolean; readonly talk: boolean };
  readonly quiet: boolean;
}

/** Says nothing when it is quiet. */
export interface Teller {
  /** A line of the result; with a mark before it where stdout may carry one, or as `mark` says. */
  result(line: string, mark?: boolean): void;
  tell(line: string, style?: Style | null): void;
}

export function createTeller({ streams, display, decorate, quiet }: TellerOptions): Teller {
  return {
    result: (line, mark = decorate.results) => {
      if (quiet) return;
      display.clear();
      streams.result(mark ? `${paint('good', '✓', true)} ${line}` : line);
    },
    tell: (line, style = null) => {
      if (quiet) return;
      display.clear();
      streams.tell(`${style === null ? line : paint(style, line, decorate.talk)}\n`);
    },
  };
}
