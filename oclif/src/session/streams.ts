/** The two standard streams, written so that a reader who leaves early does not end a render (cli 1). */

/** Where a command writes. Tests give their own. */
export interface Streams {
  /** One line of a result on stdout. */
  result(line: string): void;
  /** Text for people on stderr, as it is. */
  tell(text: string): void;
}

/** Of a reader that has left: a pipe that was closed, a terminal that is gone. */
const CLOSED: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO']);

let failure: NodeJS.ErrnoException | null = null;
let isHeld = false;
let resultsGone = false;
let talkGone = false;

/**
 * From now on no failed write of this process ends it, whoever writes: what the command does decides its exit code, with
 * what {@link resultFailure} says.
 */
export function holdFailedWrites(): void {
  if (isHeld) return;
  isHeld = true;
  // oclif throws what fails on stdout, which ends a render with a stack trace; its listener is the first one there.
  process.stdout.removeAllListeners('error');
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    resultsGone = true;
    if (!CLOSED.has(error.code)) failure ??= error;
  });
  process.stderr.on('error', () => {
    talkGone = true;
  });
}

/** Streams of this process. A closed reader is no error; any other failure of stdout is kept for the exit code. */
export function processStreams(): Streams {
  holdFailedWrites();
  return {
    result: (line) => {
      if (!resultsGone) process.stdout.write(`${line}\n`);
    },
    tell: (text) => {
      if (!talkGone) process.stderr.write(text);
    },
  };
}

/** What kept results from being written, such as a full disk behind `> file`; null when nothing did. */
export function resultFailure(): NodeJS.ErrnoException | null {
  return failure;
}

/**
 * Resolves when everything written so far has left this process, or cannot any more.
 * @param withinMs Longest wait for readers that are there and do not read; null waits as long as they do not.
 */
export async function drained(withinMs: number | null): Promise<void> {
  let limit: NodeJS.Timeout | undefined;
  const given = new Promise<void>((resolve) => {
    if (withinMs !== null) limit = setTimeout(resolve, withinMs);
  });
  const written = Promise.all(
    [process.stdout, process.stderr].map(
      (stream) =>
        new Promise<void>((resolve) => {
          if (stream.destroyed || !stream.writable) resolve();
          else stream.write('', () => resolve());
        }),
    ),
  );
  await Promise.race([written, given]);
  clearTimeout(limit);
}
