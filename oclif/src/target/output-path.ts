/** Where the output goes, and whether it can go there (cli 1 and 2). */
import { constants } from 'node:fs';
import { access, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import {
  asFramefarmError,
  FOREIGN_EXTENSIONS,
  FORMATS,
  FramefarmError,
  type Notice,
  OUTPUT_FORMATS,
  type OutputFormat,
} from '@framefarm/contract';

export interface OutputChoice {
  /** Absolute. */
  readonly path: string;
  /** As given, or as a user in the current directory would give it; for the lines of the render. */
  readonly shown: string;
  readonly notice: Notice | null;
}

/**
 * The path as given, or `renders/<project name>` with the format's extension; both start at the current directory.
 * A name that carries the extension of another format, or of none that is made here, is kept and gives a notice.
 */
export function chooseOutput(given: string | null, format: OutputFormat, name: string, cwd: string): OutputChoice {
  if (given === null) {
    const shown = join('renders', `${name}${FORMATS[format].extension}`);
    return { path: join(cwd, shown), shown, notice: null };
  }
  const notice = misnamed(given, format, (other) => `; pass --format ${other} if that was meant`);
  return { path: resolve(cwd, given), shown: given, notice };
}

/**
 * What is wrong with the name of an output for which no format was chosen, or null: an extension that no format has. Where one was
 * chosen, the name is kept. Digits alone are a number in a name, as in `film-1.2`, and placeholders of a batch are none of it.
 * @param formatName The option that chooses a format, in the words of the caller.
 */
export function unknownExtension(given: string, formatName: string): string | null {
  const extension = extname(basename(given.replaceAll(/\{[^{}]*\}/g, '_'))).toLowerCase();
  const known = OUTPUT_FORMATS.map((format) => FORMATS[format].extension);
  if (known.includes(extension) || /^\.\d*$/.test(extension)) return null;
  const names = known.filter((one) => one !== '').join(', ');
  return `no format has the extension "${extension}"; there are ${names}, and directories of pictures by ${formatName} png-sequence. ${formatName} mp4 writes mp4 under this name`;
}

/** What is odd about a name for an output of `format`, or null; `remedy`: what to do where it is that of another format. */
export function misnamed(
  given: string,
  format: OutputFormat,
  remedy: (other: OutputFormat) => string = () => '',
): Notice | null {
  const name = basename(given);
  const extension = extname(name).toLowerCase();
  if (extension === '') return null;
  const code = 'output_extension';
  const other = OUTPUT_FORMATS.find((one) => one !== format && FORMATS[one].extension === extension);
  if (other !== undefined) {
    return { code, message: `${name} has the extension of ${other} but will hold ${format}${remedy(other)}` };
  }
  if (!FOREIGN_EXTENSIONS.includes(extension)) return null;
  const formats = OUTPUT_FORMATS.join(', ');
  return { code, message: `${name} will hold ${format}, whatever its extension says; formats are ${formats}` };
}

/** Rejects unless files can be made in the directory. */
export type WriteCheck = (directory: string) => Promise<void>;

/**
 * Checks before any work that the output can be written. Throws OUTPUT_NOT_WRITABLE when the target is of the wrong
 * kind, is a device or means standard output, would replace the entry file, or has no writable directory above it;
 * DISK_FULL where no space is left for it.
 * @param entryFile Null where no composition lies on this machine.
 * @param checkWritable How a directory is tried; {@link writeCheckOnce} for the outputs of many.
 */
export async function checkOutput(
  typed: string,
  path: string,
  format: OutputFormat,
  entryFile: string | null,
  checkWritable: WriteCheck = checkByWriting,
): Promise<void> {
  const wantsDirectory = format === 'png-sequence';
  if (typed === '-')
    throw refused(
      '"-" would be standard output, which a video is not written to',
      'Name a file; ./- is one named "-".',
    );
  if (!wantsDirectory && /[/\\]$/.test(typed)) {
    throw refused(
      `"${typed}" names a directory; ${format} is one file`,
      `Name a file, such as ${typed}video${FORMATS[format].extension}`,
    );
  }
  const found = await statOf(path);
  if (found === null) {
    await checkParent(dirname(path), path, checkWritable);
    return;
  }
  if (wantsDirectory) {
    if (!found.isDirectory()) throw refused(`${path} exists and is not a directory; png-sequence writes a directory`);
    await checkWritable(path);
    return;
  }
  if (found.isDirectory()) throw refused(`${path} is a directory; ${format} is one file`);
  if (!found.isFile()) throw refused(`${path} is not a regular file; an output is renamed over its target`);
  if (entryFile !== null && (await realpath(path)) === (await realpath(entryFile))) {
    throw refused(`${path} is the composition itself`);
  }
  await checkWritable(dirname(path));
}

/** The nearest directory that exists must be one, and writable: the ones below it are made. */
export async function checkParent(
  directory: string,
  path: string,
  checkWritable: WriteCheck = checkByWriting,
): Promise<void> {
  const found = await statOf(directory);
  if (found === null) {
    const above = dirname(directory);
    if (above === directory) throw refused(`${path} has no existing directory above it`);
    await checkParent(above, path, checkWritable);
    return;
  }
  if (!found.isDirectory()) throw refused(`${directory} is not a directory, so ${path} cannot be made`);
  await checkWritable(directory);
}

/** As {@link checkByWriting}, and each directory is tried once: the rows of a batch share theirs. */
export function writeCheckOnce(): WriteCheck {
  const tried = new Map<string, Promise<void>>();
  return (directory) => {
    const known = tried.get(directory) ?? checkByWriting(directory);
    tried.set(directory, known);
    return known;
  };
}

/**
 * Writes a byte where the output will be staged, and takes it away. Permissions alone do not tell: root may write everywhere, and
 * neither a full disk nor a file system that makes no files, as `/proc`, is a matter of permission.
 */
async function checkByWriting(directory: string): Promise<void> {
  let made: string | undefined;
  try {
    await access(directory, constants.W_OK | constants.X_OK);
    made = await mkdtemp(join(directory, '.framefarm-'));
    await writeFile(join(made, 'output'), ' ');
  } catch (error) {
    const message = `${directory} cannot be written (${errno(error)})`;
    const { code } = asFramefarmError(error);
    throw code === 'DISK_FULL'
      ? new FramefarmError(code, message, { cause: error })
      : refused(message, undefined, error);
  } finally {
    if (made !== undefined) await rm(made, { recursive: true, force: true });
  }
}

async function statOf(path: string): Promise<Awaited<ReturnType<typeof stat>> | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (errno(error) === 'ENOENT') return null;
    // A parent that is a file answers ENOTDIR: found on the way up, where the message can name it.
    if (errno(error) === 'ENOTDIR') return null;
    throw refused(`${path} cannot be used (${errno(error)})`, undefined, error);
  }
}

function errno(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

function refused(message: string, hint?: string, cause?: unknown): FramefarmError {
  return new FramefarmError('OUTPUT_NOT_WRITABLE', message, { ...(hint === undefined ? {} : { hint }), cause });
}
