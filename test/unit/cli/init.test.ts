import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readConfigOptions } from '@framefarm/contract';
import { lintProject } from '@framefarm/render';
import { describe, expect, it } from 'vitest';
import { writeProject } from '../../../oclif/src/starter/new-project.js';
import { TEMPLATE_NAMES, templateFiles } from '../../../oclif/src/starter/templates.js';
import { repository } from '../../support/projects/project.js';
import { scratchTree } from '../origin/scratch-tree.js';

const templates = join(repository, 'oclif', 'templates');
const FILES = [
  { path: 'index.html', text: 'new page' },
  { path: '.gitignore', text: 'renders/\n' },
];
const text = (...path: string[]): string => readFileSync(join(...path), 'utf8');

describe.each(TEMPLATE_NAMES)('the template %s', (name) => {
  it('has no findings, with all gates on', async () => {
    const result = await lintProject({
      projectDir: join(templates, name),
      composition: 'index.html',
      packageMap: true,
      packageDirs: [],
      packageVersions: 'compatible',
      cdnjsPackages: {},
      outsideLinks: true,
      ...(name === 'lower-third' ? { format: 'webm' as const } : {}),
    });
    expect(result.findings).toEqual([]);
  });

  it('brings an entry, a configuration that is read, and a .gitignore', async () => {
    const files = await templateFiles(templates, name);
    expect(files[0]?.path).toBe('index.html');
    expect(files.at(-1)?.path).toBe('.gitignore');
    const config = files.find(({ path }) => path === 'framefarm.config.json');
    expect(readConfigOptions(JSON.parse(config?.text ?? ''), 'config').issues).toEqual([]);
  });
});

describe('writing a project', () => {
  it('makes directories that are missing', async () => {
    const root = scratchTree();
    const made = await writeProject(join(root, 'a/b'), 'a/b', FILES, false);
    expect(made).toEqual({ written: ['index.html', '.gitignore'], kept: [] });
    expect(text(root, 'a/b/index.html')).toBe('new page');
  });

  it('writes nothing when a file is in the way, and names it', async () => {
    const root = scratchTree({ 'index.html': 'mine' });
    await expect(writeProject(root, '.', FILES, false)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ field: 'index.html', message: 'index.html is there already' }],
    });
    expect(text(root, 'index.html')).toBe('mine');
    expect(() => text(root, '.gitignore')).toThrow(/ENOENT/);
  });

  it('replaces what is in the way with --force, but never a .gitignore', async () => {
    const root = scratchTree({ 'index.html': 'mine', '.gitignore': 'secrets\n' });
    expect(await writeProject(root, '.', FILES, true)).toEqual({ written: ['index.html'], kept: ['.gitignore'] });
    expect(text(root, 'index.html')).toBe('new page');
    expect(text(root, '.gitignore')).toBe('secrets\n');
  });

  it('replaces a link, not the file it leads to, and no directory', async () => {
    const root = scratchTree({ other: 'theirs' });
    symlinkSync(join(root, 'other'), join(root, 'index.html'));
    await writeProject(root, '.', FILES, true);
    expect([text(root, 'other'), text(root, 'index.html')]).toEqual(['theirs', 'new page']);

    const occupied = scratchTree();
    mkdirSync(join(occupied, 'index.html'));
    await expect(writeProject(occupied, '.', FILES, true)).rejects.toThrow(/index\.html in \. is a directory/);
  });

  it('says when a directory cannot be made', async () => {
    const root = scratchTree({ file: '' });
    await expect(writeProject(join(root, 'file/x'), 'file/x', FILES, false)).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITABLE',
    });
  });
});
