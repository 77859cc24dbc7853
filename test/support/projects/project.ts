/** Projects made for one test, in a directory that goes away with it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atFileEnd } from '../machine/file-end.js';
import { repository } from '../machine/repository.js';

export { repository };

const made: string[] = [];
atFileEnd(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** An empty directory, removed after the test file. */
export function scratchDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'framefarm-test-'));
  made.push(directory);
  return directory;
}

/** As `scratchDirectory`, for any user to write to: below root a browser runs as another one. */
export function openDirectory(): string {
  const directory = scratchDirectory();
  chmodSync(directory, 0o777);
  return directory;
}

/** A project directory that holds `files` (path → text or bytes). */
export async function makeProject(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const directory = scratchDirectory();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  return directory;
}

/** Puts an installed file of a package into a project, e.g. `gsap/dist/gsap.min.js`. */
export async function addPackageFile(project: string, file: string, as: string): Promise<void> {
  await cp(join(repository, 'node_modules', file), join(project, as));
}

/** A composition document: root of the given size and length around `body`. */
export function composition(
  body: string,
  options: {
    id?: string;
    width?: number;
    height?: number;
    duration?: number | null;
    head?: string;
    attributes?: string;
  } = {},
): string {
  const { id = 'test', width = 160, height = 90, duration = 1, head = '', attributes = '' } = options;
  const length = duration === null ? '' : ` data-duration="${duration}"`;
  return `<!doctype html><html><head><meta charset="utf-8">${head}</head><body><div data-composition-id="${id}" data-width="${width}" data-height="${height}"${length} ${attributes}>${body}</div></body></html>`;
}
