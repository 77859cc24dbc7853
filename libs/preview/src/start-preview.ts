/** Brings a preview up: server, composition, watch; and down again. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  FramefarmError,
  type InputIssue,
  OUTPUT_FORMATS,
  type OutputFormat,
  QUALITIES,
  type Quality,
  type RenderOptions,
} from '@framefarm/contract';
import { knownHost } from '@framefarm/origin';
import { openLive } from '@framefarm/render';
import type { PreviewState } from './protocol.js';
import type { EventStream } from './server/event-stream.js';
import { listen } from './server/listen.js';
import { pagePolicy } from './server/policy.js';
import { createPreviewServer } from './server/preview-server.js';
import { stageSite } from './server/stage-site.js';
import { readUiFiles } from './server/ui-files.js';
import { PreviewSession } from './session/preview-session.js';
import { type JobTarget, RenderJobs } from './session/render-jobs.js';
import { watchProject } from './session/watch-project.js';

export interface PreviewRequest {
  /** Absolute path of the project directory. */
  readonly projectDir: string;
  /** Name of the project, for the page and for outputs. */
  readonly name: string;
  /** Options as for a render; size, rate, variables and sources are taken from them. */
  readonly options: RenderOptions;
  /** Address to listen on, e.g. `127.0.0.1`. */
  readonly host: string;
  /** 1 to 65535; the next free one is taken when it is not. 0 takes any. */
  readonly port: number;
  /** Where a video of the format goes, as `render` decides it. */
  readonly outputOf: (format: OutputFormat) => Promise<JobTarget>;
  /** Directory in which stills are put: absolute, and as the user would write it. */
  readonly stills: JobTarget;
}

export interface Preview {
  /** Where the page is. */
  readonly url: string;
  /** Ends server, watch and renders; resolves when nothing of it is left. */
  close(): Promise<void>;
}

/**
 * Starts a preview (cli 9). A composition that cannot be read is no failure: the page says so and follows its files.
 * @throws FramefarmError `VALIDATION_FAILED` for a host or port that cannot be had, `ENCODER_NOT_FOUND`.
 */
export async function startPreview(request: PreviewRequest): Promise<Preview> {
  const { projectDir, options, host, name } = request;
  const ending = new AbortController();
  const token = randomBytes(24).toString('base64url');
  const page = createPreviewServer();
  const files = await readUiFiles(token);
  const port = await listen(page.server, host, request.port);
  const closers: (() => Promise<void>)[] = [page.close];
  const close = async (): Promise<void> => {
    ending.abort(new FramefarmError('RENDER_CANCELLED', 'the preview ended'));
    for (const end of closers.splice(0).reverse()) await end();
  };
  try {
    const live = await openLive({
      projectDir,
      options,
      host,
      site: (externals) => stageSite(host, port, externals),
      signal: ending.signal,
    });
    closers.push(live.close);
    let events: EventStream | null = null;
    const changed = (): void => events?.send(state());
    const session = new PreviewSession({ projectDir, name, options, live, changed });
    const jobs = new RenderJobs(projectDir, changed);
    closers.push(() => jobs.close());
    const state = (): PreviewState => ({ ...session.state(), job: jobs.current });
    const current = (): RenderOptions => ({ ...options, variables: session.variables });
    events = page.open({
      guard: { isKnownHost: knownHost(host, port), token },
      policy: pagePolicy(host, live.port),
      files,
      session,
      state,
      renderVideo: async (format, quality) => {
        const chosen = oneOf<OutputFormat>('format', format, OUTPUT_FORMATS);
        const level = oneOf<Quality>('quality', quality, QUALITIES);
        const target = await request.outputOf(chosen);
        jobs.start({
          frame: null,
          target,
          options: { ...current(), format: chosen, quality: level, output: target.path },
        });
      },
      renderStill: async (frame) => {
        const number = frameNumber(frame);
        const file = `${name}-frame-${number}.png`;
        const target = { path: join(request.stills.path, file), shown: join(request.stills.shown, file) };
        jobs.start({ frame: number, target, options: current() });
      },
      cancel: () => jobs.cancel(),
    });
    const follow = (): void => void session.refresh();
    const watch = await watchProject(projectDir, request.stills.path, follow, (error) => {
      const message = `changes of files may go unnoticed: ${error instanceof Error ? error.message : String(error)}`;
      session.report({ source: 'preview', severity: 'warning', code: 'watch_failed', message });
    });
    closers.push(watch.close);
    await session.refresh();
    return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function oneOf<T extends string>(field: string, value: unknown, allowed: readonly T[]): T {
  if (allowed.includes(value as T)) return value as T;
  throw refused(field, value, `one of ${allowed.join(', ')}`);
}

function frameNumber(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw refused('frame', value, 'a whole number from 0');
}

function refused(field: string, value: unknown, rule: string): FramefarmError {
  const message = `${field} is ${JSON.stringify(value) ?? 'missing'}, but must be ${rule}`;
  const issues: InputIssue[] = [{ field, code: 'invalid_value', message }];
  return new FramefarmError('VALIDATION_FAILED', message, { issues });
}
