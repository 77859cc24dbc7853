/** Programs of the farm that run until a signal ends them, which is no failure (cli 1.1). */
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import { EXIT } from '../session/exit-codes.js';
import { listenForInterruption } from '../session/interruption.js';
import { processStreams, type Streams } from '../session/streams.js';

/** Something that runs and is ended in its own time. */
export interface Service {
  end(): Promise<void>;
  /** Settles with the reason when it ends without having been told to. */
  readonly lost?: Promise<FramefarmError>;
  /** Settles when it has nothing more to do, such as a worker that the farm lets go. */
  readonly finished?: Promise<void>;
}

export interface ServiceRun {
  /** Longest time from the signal to the end of this process, ms. */
  readonly endWithinMs: number;
  /** What is said after the first signal. */
  readonly stopping: string;
  /** Starts the services one after the other; each is ended when it has been handed over, whatever happens then. */
  start(start: Starting): Promise<void>;
}

export interface Starting {
  readonly streams: Streams;
  readonly signal: AbortSignal;
  /** Hands over a service; they are ended in reverse order. */
  add(service: Service): void;
}

/**
 * Starts the services, waits for SIGINT or SIGTERM, ends them in reverse order and sets the exit status 0. A second signal
 * kills at once.
 * @throws FramefarmError what kept a service from starting, or ended one before its time.
 */
export async function runService(run: ServiceRun): Promise<void> {
  const streams = processStreams();
  const services: Service[] = [];
  const interruption = listenForInterruption({
    onFirst: () => streams.tell(`${run.stopping} Once more stops at once.\n`),
    onLast: () => {},
    endWithinMs: run.endWithinMs,
  });
  try {
    await run.start({ streams, signal: interruption.signal, add: (service) => services.push(service) });
    const ends = services.flatMap(({ lost, finished }) => [lost, finished].filter((one) => one !== undefined));
    const reason = await Promise.race([aborted(interruption.signal), ...ends]);
    if (reason instanceof FramefarmError) throw reason;
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
  } finally {
    await endAll(services.reverse(), streams).finally(() => interruption.release());
  }
  process.exitCode = EXIT.done;
}

/** Ends all, although one of them cannot be ended in its own way. */
async function endAll(services: readonly Service[], streams: Streams): Promise<void> {
  for (const service of services) {
    try {
      await service.end();
    } catch (error) {
      streams.tell(`${asFramefarmError(error).message}\n`);
    }
  }
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
