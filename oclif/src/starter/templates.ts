/** The projects that `init` can start from; their files lie in `templates` of this package. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What each template is, by the name of its directory. */
export const TEMPLATES = {
  title: 'a title card',
  slides: 'three slides filled from a file',
  'lower-third': 'a transparent caption to lay over a video',
} as const;

/** Holds a directory per template; absolute. */
export const TEMPLATES_DIRECTORY = join(import.meta.dirname, '..', '..', 'templates');

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as readonly TemplateName[];

export interface TemplateFile {
  /** Relative to the new project. */
  readonly path: string;
  readonly text: string;
}

/** Keeps rendered files out of a repository; npm packs no file of the name `.gitignore`, so it is written here. */
const GIT_IGNORE: TemplateFile = { path: '.gitignore', text: 'renders/\n' };

/** Files of a template, the entry first. `directory` holds all templates. */
export async function templateFiles(directory: string, name: TemplateName): Promise<readonly TemplateFile[]> {
  const paths = (await readdir(join(directory, name))).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  const texts = await Promise.all(paths.map((path) => readFile(join(directory, name, path), 'utf8')));
  return [...paths.map((path, index) => ({ path, text: texts[index] ?? '' })), GIT_IGNORE];
}

const rank = (path: string): number => (path === 'index.html' ? 0 : 1);
