/** Starting the container of a command, and ending it with everything it made. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { FramefarmError } from '@framefarm/contract';
import { keepTail, type OwnedChild, spawnOwned, untilAborted, withDeadline } from '@framefarm/process';
import { FRAMEFARM_VERSION, type RenderSession, type RenderSessionOptions } from '@framefarm/render';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { askEngine, type Engine, engineEnvironment } from '../engine/engine.js';
import { containerFailure, noRenderImage } from '../engine/engine-failure.js';
import { runArguments } from '../engine/run-arguments.js';
import { containerUser } from './container-user.js';
import { projectMounts } from './mounts.js';
import { type Outputs, openOutputs } from './outputs.js';
import { type Greeting, READY } from './protocol.js';
import { openRemoteSession } from './remote-session.js';

export interface ContainerRequest {
  readonly engine: Engine;
  readonly image: string;
  /** Absolute, as all paths here. The container reads it and its parents' node_modules. */
  readonly projectDir: string;
  /** Path of the entry file in the project. */
  readonly entry: string;
  readonly packageDirs: readonly string[];
  /** Directory that holds all outputs, or will; null when none is made. */
  readonly outputDir: string | null;
  /** False: no network but loopback. */
  readonly network: boolean;
  /** Whether the log of the engines is wanted. */
  readonly log: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

export interface RenderContainer {
  /** What its renders share. */
  readonly cores: number;
  readonly memoryBytes: number;
  /** Opens the session of the container; once. */
  openSession(options?: RenderSessionOptions): RenderSession;
  /** Ends and removes the container and its files. Never rejects. */
  close(): Promise<void>;
}

/** A container starts within a second; a cold disk or a busy host takes longer, ms. */
const START_DEADLINE_MS = 120_000;
/** The program inside ends its browsers and cleans up, ms; then the engine is told to. */
const END_MS = 12_000;
/** Share of the engine's memory that one command may take. */
const MEMORY_SHARE = 0.8;
/** Most characters kept of what engine and container write to stderr. */
const WORDS = 8_192;

const SECCOMP_FILE = fileURLToPath(new URL('../../seccomp.json', import.meta.url));

/**
 * Starts the render image and greets the program in it.
 * @throws FramefarmError CONTAINER_FAILED, CONTAINER_MOUNT_REFUSED, CONTAINER_IMAGE_NOT_FOUND, CONTAINER_IMAGE_MISMATCH;
 * the signal's reason on abort.
 */
export async function openContainer(request: ContainerRequest): Promise<RenderContainer> {
  const { engine, image, signal } = request;
  signal.throwIfAborted();
  const name = `framefarm-${randomUUID().slice(0, 13)}`;
  const memoryBytes = Math.floor(engine.memoryBytes * MEMORY_SHARE);
  const user = containerUser(engine);
  const mounts = await projectMounts({ ...request, reader: user.giveTo === null ? null : user.inside });
  const outputs = request.outputDir === null ? null : await openOutputs(request.outputDir, user);
  let container: Running | undefined;
  const close = async (): Promise<void> => {
    await container?.end();
    // Files that cannot be removed now go when the process ends.
    await outputs?.remove().catch(() => {});
  };
  try {
    const args = runArguments({
      engine,
      name,
      image,
      mounts: [...mounts, ...(outputs === null ? [] : [{ path: outputs.path, writable: true }])],
      user: user.inside,
      network: request.network,
      cores: engine.cores,
      memoryBytes,
      seccompFile: SECCOMP_FILE,
    });
    container = start(request, name, args, memoryBytes);
    const greeting = await greeted(container, signal);
    if (greeting.framefarm !== FRAMEFARM_VERSION) {
      const message = `${image} holds framefarm ${greeting.framefarm}, this is ${FRAMEFARM_VERSION}`;
      throw new FramefarmError('CONTAINER_IMAGE_MISMATCH', message);
    }
    if (greeting.image === null) throw noRenderImage(image);
    return opened(request, container, outputs, memoryBytes, close);
  } catch (error) {
    await close();
    signal.throwIfAborted();
    throw error;
  }
}

interface Running {
  readonly connection: MessageConnection;
  readonly greeting: Promise<Greeting>;
  /** Resolves when the container has ended, with why that is a failure. */
  readonly lost: Promise<FramefarmError>;
  end(): Promise<void>;
}

function start({ engine, image, env }: ContainerRequest, name: string, args: string[], memoryBytes: number): Running {
  const owned: OwnedChild = spawnOwned(engine.program, args, { env: engineEnvironment(env) });
  const { stdin, stdout, stderr } = owned.child;
  if (stdin === null || stdout === null) throw new Error('the engine was started without pipes');
  const words = keepTail(WORDS, stderr);
  const connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
  // A broken pipe is seen as the end of the container, which knows why.
  connection.onError(() => {});
  const greeting = new Promise<Greeting>((resolve) => connection.onNotification(READY, resolve));
  connection.listen();
  const lost = owned.ended.then(
    ({ exitCode, signal }) => containerFailure({ exitCode, signal, words: words(), image, memoryBytes }),
    (error: Error) =>
      new FramefarmError('CONTAINER_FAILED', `${engine.program} could not be started: ${error.message}`),
  );
  let ending: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    // The program inside ends when its input does.
    stdin.end();
    const hasEnded = await Promise.race([lost.then(() => true), after(END_MS)]);
    if (!hasEnded) {
      await askEngine(engine.program, ['rm', '--force', '--volumes', name], env).catch(() => {});
      await owned.end();
    }
    connection.dispose();
  };
  return {
    connection,
    greeting,
    lost,
    end: () => {
      ending ??= end();
      return ending;
    },
  };
}

function greeted({ greeting, lost }: Running, signal: AbortSignal): Promise<Greeting> {
  const ended = lost.then((failure): never => {
    throw failure;
  });
  ended.catch(() => {});
  return withDeadline(untilAborted(Promise.race([greeting, ended]), signal), {
    ms: START_DEADLINE_MS,
    code: 'CONTAINER_FAILED',
    waitingFor: 'the program in the container to start',
  });
}

function opened(
  { engine, log, network }: ContainerRequest,
  { connection, lost }: Running,
  outputs: Outputs | null,
  memoryBytes: number,
  close: () => Promise<void>,
): RenderContainer {
  return {
    cores: engine.cores,
    memoryBytes,
    openSession: ({ idleBrowsers } = {}) =>
      openRemoteSession({
        connection,
        lost,
        outputs,
        network,
        opening: { idleBrowsers: Number.isFinite(idleBrowsers) ? (idleBrowsers ?? null) : null, log },
      }),
    close,
  };
}

function after(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, ms, false).unref());
}
