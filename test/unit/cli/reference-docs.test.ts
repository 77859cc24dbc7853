import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_KEYS, ERRORS, RENDER_OPTIONS, WARNINGS } from '@framefarm/contract';
import { LINT_CODES } from '@framefarm/render';
import { describe, expect, it } from 'vitest';
import { documentedCommands } from '../../../oclif/src/reference/commands.js';
import { referencePages } from '../../../oclif/src/reference/pages.js';
import { repository } from '../../support/projects/project.js';

const directory = join(repository, 'docs', 'reference');
const commands = await documentedCommands();
const pages = referencePages(commands);

describe('the reference pages', () => {
  it.each([...pages])('%s is what commands and tables give (accept a change with "npm run docs")', (name, text) => {
    expect(readFileSync(join(directory, name), 'utf8')).toBe(text);
  });

  it('name every option, error, warning, lint code and configuration key', () => {
    const names = (page: string, words: readonly string[]): void => {
      for (const word of words) expect(pages.get(page)).toContain(`\`${word}\``);
    };
    names(
      'render.md',
      Object.values(RENDER_OPTIONS).map(({ flag }) => `--${flag}`),
    );
    names('errors.md', Object.keys(ERRORS));
    names('warnings.md', Object.keys(WARNINGS));
    names('lint-codes.md', Object.keys(LINT_CODES));
    names('README.md', CONFIG_KEYS);
  });

  it('are all that the generator owns', () => {
    expect(readdirSync(directory).sort()).toEqual([...pages.keys()].sort());
  });
});

describe.each(commands.map(({ name, command }) => [name, command] as const))('%s', (_name, command) => {
  it('says what it is for and shows examples with a description', () => {
    expect(command.summary).toMatch(/\.$/);
    expect(command.examples?.length ?? 0).toBeGreaterThan(0);
    for (const example of command.examples ?? []) {
      expect(example).toMatchObject({
        description: expect.any(String),
        command: expect.stringContaining('config.bin'),
      });
    }
  });

  it('describes each of its flags in a sentence', () => {
    for (const flag of Object.values(command.flags ?? {})) expect(flag.summary).toMatch(/[.\])]$/);
  });
});
