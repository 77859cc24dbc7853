/** The last words of a page, for the error of its render (http-api 1.2, `browserConsoleTail`). */
import { neutralisedLine } from '@framefarm/contract';

/** Most lines of a tail, characters of each, and characters of all. */
const MOST_LINES = 30;
const LONGEST_LINE = 500;
const MOST_CHARACTERS = 8_000;

export class ConsoleTail {
  #lines: readonly string[] = [];

  /** Oldest first. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  add(line: string): void {
    const lines = [...this.#lines, neutralisedLine(line.slice(0, LONGEST_LINE)).slice(0, LONGEST_LINE)];
    const characters = (): number => lines.reduce((sum, { length }) => sum + length, 0);
    while (lines.length > MOST_LINES || characters() > MOST_CHARACTERS) lines.shift();
    this.#lines = lines;
  }
}
