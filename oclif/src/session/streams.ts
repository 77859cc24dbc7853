/** The two standard streams, written so that a reader who leaves early does not end a render (cli 1). */

/** Where a command writes. Tests give their own. */
export interface Streams {
  /** One line of a result on stdout. */
  result(line: string): void;
  /** Text for people on stderr, as it is. */
  tell(text: string): void;
}

let failure: NodeJS.ErrnoException | null = null;

/** Streams of this process. A closed reader (EPIPE) is no error; any other failure of stdout is kept for the exit code. */
export function processStreams(): Streams {
  let resultsGone = false;
  let talkGone = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    resultsGone = true;
    if (error.code !== 'EPIPE') failure ??= error;
  });
  process.stderr.on('error', () => {
    talkGone = true;
  });
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

/** Resolves when everything written so far has left this process, or cannot any more. */
export async function drained(): Promise<void> {
  await Promise.all(
    [process.stdout, process.stderr].map(
      (stream) =>
        new Promise<void>((resolve) => {
          if (stream.destroyed || !stream.writable) resolve();
          else stream.write('', () => resolve());
        }),
    ),
  );
}
