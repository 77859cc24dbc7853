/** Tiny batches for end-to-end tests. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CommandResult,
  framefarm,
  type JsonEvent,
  type RunningCommand,
  startFramefarm,
} from '../renders/command-line.js';
import { composition, makeProject } from './project.js';

const DECLARATIONS = [
  { id: 'tint', type: 'color', label: 'Colour', default: '#ffffff' },
  { id: 'name', type: 'string', label: 'Name' },
];

/**
 * A project of 64 × 36 pixels, ten frames a second and three frames, or more with `seconds`, with its `rows.json`. The
 * variable `tint` fills the picture, `boom` throws, `slow` makes every frame take a tenth of a second and more, and `held` is
 * a row whose frames after the first half second never come.
 */
export function batchProject(options: { readonly rows: unknown; readonly seconds?: number }): Promise<string> {
  const body = [
    '<div style="position:absolute;inset:0;background:var(--tint)"></div>',
    '<script>{ const { boom, slow, held } = window.__hyperframes.getVariables();',
    'if (slow) addEventListener("hf-seek", () => { let sum = 0; for (let i = 0; i < 2e8; i += 1) sum += i; });',
    'if (held) addEventListener("hf-seek", ({ detail }) => { if (detail.time > 0.5) detail.waitUntil(new Promise(() => {})); });',
    'if (boom) throw new Error("boom"); }</script>',
  ].join('');
  const { seconds = 0.3 } = options;
  const html = composition(body, { width: 64, height: 36, duration: seconds, attributes: 'data-fps="10"' });
  return makeProject({
    'index.html': html.replace('<html>', `<html data-composition-variables='${JSON.stringify(DECLARATIONS)}'>`),
    'rows.json': JSON.stringify(options.rows),
  });
}

const arguments_ = (project: string, flags: readonly string[]): string[] => [
  ...['render', project, '--batch', 'rows.json', '--quality', 'draft'],
  ...flags,
];

/** Renders the project's `rows.json`; paths start at the project. */
export function runBatch(
  project: string,
  flags: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<CommandResult> {
  return framefarm(arguments_(project, flags), { cwd: project, env });
}

export function startBatch(project: string, flags: readonly string[], env: NodeJS.ProcessEnv = {}): RunningCommand {
  return startFramefarm(arguments_(project, flags), { cwd: project, env });
}

export function ofType(events: readonly JsonEvent[], type: string): JsonEvent[] {
  return events.filter((event) => event.type === type);
}

/** The manifest below the project; throws when it is not whole. */
export function readManifest(project: string, directory: string): JsonEvent {
  return JSON.parse(readFileSync(join(project, directory, 'manifest.json'), 'utf8'));
}

export function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
