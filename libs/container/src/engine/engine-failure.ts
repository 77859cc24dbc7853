/** From the words of an engine to an error of the catalogue with the next step. */
import { FramefarmError } from '@framefarm/contract';

/** Most characters of an engine's own words in a message. */
const WORDS = 300;

/** Why an engine that is installed cannot be used. */
export function refusal(title: string, words: string): FramefarmError {
  const said = brief(words);
  if (/permission denied/i.test(words)) {
    return new FramefarmError('CONTAINER_ENGINE_DENIED', `${title} is there, but this user may not use it: ${said}`);
  }
  return new FramefarmError('CONTAINER_ENGINE_UNAVAILABLE', `${title} is installed, but does not answer: ${said}`);
}

/** Exit statuses of `run` that are the engine's own, of a program that cannot be started, and of a process that was killed. */
const ENGINE_FAILED = 125;
const NOT_STARTED = [126, 127];
const KILLED = 137;

export interface EndedContainer {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of what engine and container wrote to stderr. */
  readonly words: string;
  readonly image: string;
  /** Bytes of memory the container had. */
  readonly memoryBytes: number;
}

/** Why a container ended before its work was done. */
export function containerFailure({ exitCode, signal, words, image, memoryBytes }: EndedContainer): FramefarmError {
  const said = brief(words);
  if (exitCode === ENGINE_FAILED) {
    if (/no such image|unable to find image|image not known|does not exist locally/i.test(words)) {
      return missingImage(image);
    }
    if (/permission denied while trying to connect|connect: permission denied/i.test(words)) {
      return refusal('The engine', words);
    }
    if (/bind source path does not exist|no such file or directory|mounts denied|not shared|statfs/i.test(words)) {
      return new FramefarmError(
        'CONTAINER_MOUNT_REFUSED',
        `the engine cannot mount a directory of this render: ${said}`,
      );
    }
    return new FramefarmError('CONTAINER_FAILED', `the engine did not start the container: ${said}`);
  }
  if (exitCode !== null && NOT_STARTED.includes(exitCode) && /executable file .*not found/i.test(words)) {
    return noRenderImage(image);
  }
  if (exitCode === KILLED || signal === 'SIGKILL') {
    const limit = `${Math.round(memoryBytes / 1024 ** 2)} MB`;
    return new FramefarmError('CONTAINER_FAILED', `the container was killed, probably for memory (limit ${limit})`, {
      hint: 'Use --workers 1 or --low-memory-mode, or give the engine more memory.',
    });
  }
  return new FramefarmError(
    'CONTAINER_FAILED',
    `the container ended with ${signal ?? `status ${exitCode}`} before the render was done${said === '' ? '' : `: ${said}`}`,
  );
}

export function missingImage(image: string): FramefarmError {
  return new FramefarmError('CONTAINER_IMAGE_NOT_FOUND', `the engine has no image ${image}`);
}

/** An image without the program that renders, or without the record of what it renders with. */
export function noRenderImage(image: string): FramefarmError {
  return new FramefarmError('CONTAINER_IMAGE_MISMATCH', `${image} is not a render image of framefarm`);
}

function brief(words: string): string {
  const lines = words
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.slice(-3).join(' ').slice(0, WORDS);
}
