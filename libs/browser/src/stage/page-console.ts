/** The page's console as bounded log lines (security 2.11). */
import type { ProtocolSession } from '../protocol/session.js';

/** Lines kept of one page, and characters of each. */
const MAX_LINES = 1_000;
const MAX_CHARS = 1_000;

/** Hands each console call and uncaught exception on as one line; falls silent, with a word, after a thousand. */
export async function watchConsole(session: ProtocolSession, onLine: (line: string) => void): Promise<void> {
  let lines = 0;
  const say = (line: string): void => {
    lines += 1;
    if (lines < MAX_LINES) onLine(line.slice(0, MAX_CHARS));
    else if (lines === MAX_LINES) {
      onLine('the page says too much: the rest of its console is dropped');
      session.send('Runtime.disable').catch(() => {});
    }
  };
  session.on('Runtime.consoleAPICalled', ({ type, args }) => {
    say(`${type}: ${args.map((arg) => String(arg.value ?? arg.description ?? arg.type)).join(' ')}`);
  });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text, url, lineNumber } }) => {
    say(`uncaught: ${exception?.description ?? text} (${url ?? 'inline'}:${lineNumber + 1})`);
  });
  await session.send('Runtime.enable');
}
