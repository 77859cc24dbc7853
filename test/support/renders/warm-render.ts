/**
 * `framefarm render` in the process of a test file: its flags, checks, pipeline and events, in a session whose browsers stay warm
 * from one render to the next. Starting Node.js and a browser takes three quarters of the time of a render as short as those of
 * tests. What a process of its own is needed for is run by `framefarm`.
 */
import { tmpdir } from 'node:os';
import { IdleRoom } from '@framefarm/browser';
import { asFramefarmError } from '@framefarm/contract';
import { createScratch } from '@framefarm/process';
import { openRenderSession, type RenderSession, renderComposition } from '@framefarm/render';
import { Parser } from '@oclif/core';
import { openWarmPlace, type WarmPlace } from '../../../libs/render/src/place/place.js';
import { rememberTools } from '../../../libs/render/src/place/tools.js';
import { renderAt } from '../../../libs/render/src/render-composition.js';
import { SurfaceKnowledge } from '../../../libs/render/src/surface/knowledge.js';
import Render from '../../../oclif/src/commands/render.js';
import { rawOptions } from '../../../oclif/src/flags/raw-options.js';
import { createJsonReporter } from '../../../oclif/src/formatters/render/json-reporter.js';
import { commandLine } from '../../../oclif/src/library/caller.js';
import { EXIT, exitCodeOf } from '../../../oclif/src/session/exit-codes.js';
import { withProjectConfig } from '../../../oclif/src/target/configured-options.js';
import { type PreparedRender, prepareRender } from '../../../oclif/src/target/render-request.js';
import { atFileEnd } from '../machine/file-end.js';
import { repository } from '../machine/repository.js';
import { type CommandResult, completed, draftOf, type JsonEvent, jsonLines } from './command-line.js';

let session: RenderSession | null = null;
atFileEnd(async () => {
  await session?.close();
  session = null;
});

/** As `framefarm(['render', ...argv, '--json'], { env })`; tests that render at once have to ask for the same environment. */
export async function warmRender(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Omit<CommandResult, 'signal'>> {
  return rendered(argv, env, ownSession);
}

const ownSession: RenderSession['render'] = (request) => {
  session ??= openRenderSession();
  return session.render(request);
};

async function rendered(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  render: RenderSession['render'],
): Promise<Omit<CommandResult, 'signal'>> {
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, env);
  try {
    return await renderedIn(argv, render);
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** As `render` of the command line's tests, for pages whose surface may be proved before they are captured instead of beside it. */
export async function renderWarm(
  project: string,
  output: string,
  flags: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<JsonEvent> {
  return completed(await warmRender(draftOf(project, output, flags), env));
}

/**
 * As `render` of the command line's tests, with browsers of its own as there: a surface is proved beside its capture. Without a
 * process of its own, whose start is half of the work of a short render.
 */
export async function renderCold(
  project: string,
  output: string,
  flags: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<JsonEvent> {
  return completed(await coldRender(draftOf(project, output, flags), env));
}

/**
 * As `renderCold`, whose surface is proved beside its capture and begins again when it is refuted, but in browsers that stay from one
 * such render to the next: a start takes longer than many of them. One at a time, and not for pages whose lanes depend on who else is there.
 */
export async function renderBeside(
  project: string,
  output: string,
  flags: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<JsonEvent> {
  return completed(await besideRender(draftOf(project, output, flags), env));
}

/** As `renderBeside`, by whole arguments. */
export function besideRender(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Omit<CommandResult, 'signal'>> {
  return rendered(argv, env, inTurn);
}

let besides: Promise<WarmPlace & { end(): Promise<void> }> | null = null;
atFileEnd(async () => {
  const place = await besides;
  besides = null;
  await place?.end();
});

async function placeForBesides(): Promise<WarmPlace & { end(): Promise<void> }> {
  const scratch = await createScratch(tmpdir(), 'framefarm-beside-');
  const place = await openWarmPlace(scratch.path, rememberTools(), new IdleRoom());
  const end = async (): Promise<void> => {
    await place.close();
    await scratch.remove();
  };
  return { ...place, end };
}

/** Each knows nothing of the document, and no other one captures. */
const inTurn: RenderSession['render'] = async (request) => {
  besides ??= placeForBesides();
  return renderAt(request, await besides, new SurfaceKnowledge(), { alone: true, onReady: () => {} });
};

/** As `warmRender`, with browsers of its own that end with it. */
export function coldRender(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Omit<CommandResult, 'signal'>> {
  return rendered(argv, env, renderComposition);
}

async function renderedIn(
  argv: readonly string[],
  render: RenderSession['render'],
): Promise<Omit<CommandResult, 'signal'>> {
  let [stdout, stderr] = ['', ''];
  let prepared: PreparedRender | null = null;
  const reporter = createJsonReporter({
    streams: {
      result: (line) => {
        stdout += `${line}\n`;
      },
      tell: (text) => {
        stderr += text;
      },
    },
    debug: false,
    outputPath: () => prepared?.outputPath ?? null,
  });
  const ended = (exitCode: number) => ({ exitCode, stdout, stderr, events: () => jsonLines(stdout) });
  try {
    const { flags, args } = await Parser.parse([...argv], { flags: Render.flags, args: Render.args });
    const directory = String(args.dir);
    const given = rawOptions(flags, process.env);
    const { raw, nameOf, issues } = await withProjectConfig({ directory, flags, raw: given, cwd: repository });
    prepared = await prepareRender(directory, raw, issues, repository, commandLine('render', nameOf));
    const { projectDir, outputPath, options, dryRun, notices } = prepared;
    for (const notice of notices) reporter.event({ kind: 'notice', notice });
    const result = await render({ projectDir, outputPath, options, dryRun, onEvent: reporter.event });
    reporter.complete({ ...result, notices: [...notices, ...result.notices] });
    return ended(EXIT.done);
  } catch (thrown) {
    const error = asFramefarmError(thrown);
    reporter.fail(error);
    return ended(exitCodeOf(error, null));
  }
}
