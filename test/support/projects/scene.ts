/** Scenes for end-to-end tests: flat cells at known places, rendered as the command does and read back by colour. */
import { join } from 'node:path';
import { decode, type Frames } from '../output/decode.js';
import { completed, framefarm, type JsonEvent } from '../renders/command-line.js';
import { besideRender, warmRender } from '../renders/warm-render.js';
import { composition, makeProject, scratchDirectory } from './project.js';

/** Side of a cell in pixels: large enough that its middle survives chroma subsampling and JPEG. */
export const CELL = 16;
/** Cells per row; a row fills the width of a scene. */
export const COLUMNS = 10;

const PALETTE = {
  black: [0, 0, 0],
  white: [255, 255, 255],
  red: [255, 0, 0],
  lime: [0, 255, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  magenta: [255, 0, 255],
  cyan: [0, 255, 255],
  gray: [128, 128, 128],
} as const;
export type ColourName = keyof typeof PALETTE;
export const rgb = (name: ColourName): readonly [number, number, number] => PALETTE[name];

/** Largest distance per channel at which a pixel still bears the name of a colour. */
const TOLERANCE = 45;

/** Name of a flat colour, or its numbers when it is none of the palette. */
export function colourName([red, green, blue]: readonly [number, number, number, ...number[]]): string {
  for (const [name, [r, g, b]] of Object.entries(PALETTE)) {
    if (Math.max(Math.abs(red - r), Math.abs(green - g), Math.abs(blue - b)) <= TOLERANCE) return name;
  }
  return `rgb(${red} ${green} ${blue})`;
}

/** Place of cell `index` as CSS. */
export function place(index: number): string {
  const left = (index % COLUMNS) * CELL;
  const top = Math.floor(index / COLUMNS) * CELL;
  return `position:absolute;left:${left}px;top:${top}px;width:${CELL}px;height:${CELL}px`;
}

/** An element that fills cell `index` with a colour. */
export function cell(index: number, colour: string, attributes = '', style = ''): string {
  return `<div ${attributes} style="${place(index)};background:${colour};${style}"></div>`;
}

/** Middle of cell `index`. */
export function middle(index: number): readonly [x: number, y: number] {
  return [(index % COLUMNS) * CELL + CELL / 2, Math.floor(index / COLUMNS) * CELL + CELL / 2];
}

export interface Scene {
  readonly frames: Frames;
  /** Path of the output. */
  readonly output: string;
  readonly project: string;
  /** The `render-complete` event. */
  readonly complete: JsonEvent;
  /** Codes of all warnings, in their order. */
  readonly warnings: readonly string[];
  /** Message of the first warning with a code; fails when there is none. */
  warning(code: string): string;
  /** Colours of cell `index` over the whole length as runs: `15 red, 15 black`. */
  runs(index: number): string;
  runsAt(x: number, y: number): string;
  /** Pixel in the middle of cell `index`. */
  pixel(frame: number, index: number): readonly [number, number, number, number];
}

export interface SceneOptions {
  readonly format?: 'mp4' | 'webm' | 'mov' | 'png-sequence';
  readonly flags?: readonly string[];
  readonly output?: string;
  /** Rendered by a process of its own; without it by the session of the test file. */
  readonly alone?: boolean;
  /** Its surface is proved beside its capture, as by a process of its own; the session proves it before. */
  readonly beside?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

/** Renders a project directory and decodes what came out. */
export async function renderProject(project: string, options: SceneOptions = {}): Promise<Scene> {
  const { format = 'mp4', flags = [], env = {}, alone = false, beside = false } = options;
  const output = options.output ?? join(scratchDirectory(), format === 'png-sequence' ? 'frames' : `out.${format}`);
  const args = [project, '-o', output, '--format', format, '--quality', 'draft', ...flags];
  const here = beside ? besideRender : warmRender;
  const complete = completed(await (alone ? framefarm(['render', ...args, '--json'], { env }) : here(args, env)));
  const frames = await decode(output, { vp9: format === 'webm', pattern: format === 'png-sequence' });
  const warnings: { code: string; message: string }[] = complete.warnings;
  const runsAt = (x: number, y: number): string => {
    const runs: { name: string; length: number }[] = [];
    for (let frame = 0; frame < frames.count; frame += 1) {
      const name = colourName(frames.pixel(frame, x, y));
      const last = runs.at(-1);
      if (last?.name === name) last.length += 1;
      else runs.push({ name, length: 1 });
    }
    return runs.map(({ name, length }) => `${length} ${name}`).join(', ');
  };
  return {
    frames,
    output,
    project,
    complete,
    warnings: warnings.map(({ code }) => code),
    warning(code) {
      const found = warnings.find((warning) => warning.code === code);
      if (found === undefined) throw new Error(`no warning ${code} among ${JSON.stringify(warnings)}`);
      return found.message;
    },
    runsAt,
    runs: (index) => runsAt(...middle(index)),
    pixel: (frame, index) => frames.pixel(frame, ...middle(index)),
  };
}

/** Makes a project of `files` and renders it. */
export async function renderFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: SceneOptions = {},
): Promise<Scene> {
  return renderProject(await makeProject(files), options);
}

/** A composition on black, 160 × 80, that holds `body`. */
export function scene(body: string, options: Parameters<typeof composition>[1] = {}): string {
  const { attributes = '', ...rest } = options;
  return composition(body, { height: 80, ...rest, attributes: `style="background:black" ${attributes}` });
}

/** The error code and message a render ends with; fails when it succeeds. */
export async function failureOf(
  project: string,
  flags: readonly string[] = [],
): Promise<{
  readonly code: string;
  readonly message: string;
  readonly exitCode: number | null;
  /** `errorDetails` of a render that had begun. */
  readonly details: JsonEvent;
}> {
  const output = join(scratchDirectory(), 'out.mp4');
  const result = await warmRender([project, '-o', output, '--quality', 'draft', ...flags]);
  const last = result.events().at(-1);
  // Refused before it began: `error`; failed later: `render-error`.
  if (last?.type === 'error') return { code: last.code, message: last.message, exitCode: result.exitCode, details: {} };
  if (last?.type !== 'render-error') throw new Error(`the render did not fail: ${JSON.stringify(last)}`);
  return { code: last.errorCode, message: last.error, exitCode: result.exitCode, details: last.errorDetails };
}
