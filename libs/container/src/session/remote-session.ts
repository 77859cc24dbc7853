/** A session of renders whose work is done in a container. */
import { FramefarmError, type RenderEvent, type RenderOptions } from '@framefarm/contract';
import { untilAborted } from '@framefarm/process';
import type { RenderRequest, RenderResult, RenderSession } from '@framefarm/render';
import { CancellationTokenSource, type MessageConnection } from 'vscode-jsonrpc/node';
import { fromResponse } from './failures.js';
import type { Outputs } from './outputs.js';
import { EVENT, OPEN, type Opening, RENDER, type RenderParams } from './protocol.js';
import { handOutTurns } from './turns.js';

export interface RemoteSession {
  readonly connection: MessageConnection;
  /** Resolves with the reason when the container has gone. */
  readonly lost: Promise<FramefarmError>;
  /** Null when nothing but dry runs is asked for. */
  readonly outputs: Outputs | null;
  readonly network: boolean;
  readonly opening: Opening;
}

export function openRemoteSession({ connection, lost, outputs, network, opening }: RemoteSession): RenderSession {
  const requests = new Map<number, RenderRequest>();
  const running = new Set<Promise<unknown>>();
  let count = 0;
  const turns = handOutTurns(connection, (render) => requests.get(render));
  connection.onNotification(EVENT, ({ render, event }) => {
    const request = requests.get(render);
    if (request !== undefined) request.onEvent?.(told(event, request));
  });
  const gone = lost.then((failure): never => {
    throw failure;
  });
  gone.catch(() => {});
  const open = connection.sendRequest(OPEN, opening);
  open.catch(() => {});

  const render = async (request: RenderRequest): Promise<RenderResult> => {
    count += 1;
    const id = count;
    const { outputPath, signal } = request;
    const kind = request.options.format === 'png-sequence' ? 'directory' : 'file';
    const made = request.dryRun || outputs === null ? outputPath : await outputs.placeFor(outputPath);
    const cancel = new CancellationTokenSource();
    const onAbort = (): void => cancel.cancel();
    requests.set(id, request);
    try {
      await untilAborted(Promise.race([open, gone]), signal);
      signal?.addEventListener('abort', onAbort, { once: true });
      const params = renderParams(id, request, made, network);
      const result = await Promise.race([connection.sendRequest(RENDER, params, cancel.token), gone]);
      signal?.throwIfAborted();
      if (result.output === null || outputs === null) return result;
      await outputs.publish(made, outputPath, kind);
      return { ...result, output: { ...result.output, path: outputPath } };
    } catch (error) {
      signal?.throwIfAborted();
      throw fromResponse(error, made, outputPath) ?? (error instanceof FramefarmError ? error : await lost);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      cancel.dispose();
      requests.delete(id);
      turns.end(id);
    }
  };
  return {
    render: (request) => {
      const rendering = render(request);
      running.add(rendering);
      return rendering.finally(() => running.delete(rendering));
    },
    close: async () => {
      await Promise.allSettled([...running]);
    },
  };
}

function renderParams(render: number, request: RenderRequest, outputPath: string, network: boolean): RenderParams {
  const { projectDir, dryRun = false, rendersAtOnce = 1, tuning = null, turn } = request;
  return {
    render,
    projectDir,
    outputPath,
    options: optionsInside(request.options, network),
    dryRun,
    rendersAtOnce,
    tuning,
    takesTurns: turn !== undefined,
  };
}

/** Programs, caches and temporary files are the image's own; a sandbox is not given up unless that was asked for. */
function optionsInside(options: RenderOptions, network: boolean): RenderOptions {
  return {
    ...options,
    browserPath: null,
    ffmpegPath: null,
    framesCacheDir: 'off',
    sandbox: options.sandbox ?? true,
    offline: options.offline || !network,
    debug: false,
  };
}

function told(event: RenderEvent, { outputPath }: RenderRequest): RenderEvent {
  return event.kind === 'start' ? { ...event, outputPath } : event;
}
