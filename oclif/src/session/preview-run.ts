/** One `preview` from its checks to Ctrl-C (cli 9). */
import { join, resolve } from 'node:path';
import { asFramefarmError, FramefarmError, type RawOptions } from '@framefarm/contract';
import { errorText } from '../formatters/text/error-text.js';
import { mayDecorate } from '../formatters/text/style.js';
import { commandOptions } from '../target/command-options.js';
import { checkOutput, chooseOutput } from '../target/output-path.js';
import { findProject, projectName } from '../target/project-directory.js';
import { absolutePaths } from '../target/render-request.js';
import { readVariablesFile } from '../target/variables-file.js';
import { EXIT, exitCodeOf } from './exit-codes.js';
import { listenForInterruption, SIGNAL_EXITS, type StopSignal } from './interruption.js';
import { openInBrowser } from './open-in-browser.js';
import { processStreams } from './streams.js';

export interface PreviewRun {
  readonly directory: string;
  /** All parsed flags by flag name. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly raw: RawOptions;
  readonly host: string;
  readonly port: number;
  readonly open: boolean;
}

/** Where renders of a preview go when nobody says otherwise: as those of `render`. */
const OUTPUTS = 'renders';

/** Runs the preview until it is interrupted and sets `process.exitCode`; every failure has been shown when it returns. */
export async function runPreview(run: PreviewRun): Promise<void> {
  const streams = processStreams();
  const cwd = process.cwd();
  const show = (error: FramefarmError): void =>
    streams.tell(`${errorText(error, { colour: mayDecorate(process.stderr, process.env), debug: false })}\n`);
  const interruption = listenForInterruption({
    onFirst: () => {},
    onLast: () => show(new FramefarmError('INTERRUPTED', 'the preview was killed while it was ending')),
  });
  const { signal } = interruption;
  try {
    const { options: checked, raw } = await commandOptions('preview', { ...run, cwd, signal });
    const projectDir = await findProject(run.directory, cwd, checked.composition);
    const file = typeof raw.variablesFile === 'string' ? raw.variablesFile : null;
    const variables = file === null ? checked.variables : await readVariablesFile(file, cwd, signal);
    const options = { ...checked, ...absolutePaths(checked, cwd), variables };
    const name = projectName(projectDir);
    const { startPreview } = await import('@framefarm/preview');
    const preview = await startPreview({
      projectDir,
      name,
      options,
      host: run.host,
      port: run.port,
      outputOf: async (format) => {
        const target = chooseOutput(null, format, name, cwd);
        await checkOutput(target.path, target.path, format, resolve(projectDir, options.composition));
        return target;
      },
      stills: { path: join(cwd, OUTPUTS), shown: OUTPUTS },
    });
    try {
      streams.result(`Preview of ${name}: ${preview.url}`);
      if (run.open) openInBrowser(preview.url);
      await interrupted(signal);
    } finally {
      await preview.close();
    }
    process.exitCode = endedBy(interruption.received());
  } catch (thrown) {
    const error = asFramefarmError(thrown);
    // Also one that still waits for a file.
    const isEnded = signal.aborted && thrown === signal.reason;
    if (!isEnded) show(error);
    process.exitCode = isEnded ? endedBy(interruption.received()) : exitCodeOf(error);
  } finally {
    interruption.release();
  }
}

/** Ctrl-C is how a preview ends; by any other signal somebody else ends it (cli 1.1). */
function endedBy(received: StopSignal | null): number {
  return received === null || received === 'SIGINT' ? EXIT.done : SIGNAL_EXITS[received];
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
