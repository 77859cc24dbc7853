import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS, RENDER_OPTIONS, WARNINGS } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { referencePages } from '../../../oclif/src/reference/pages.js';
import { repository } from '../../support/project.js';

const directory = join(repository, 'docs', 'reference');

describe('the reference pages', () => {
  it.each([...referencePages()])(
    '%s is what the tables give (npm run build && node scripts/reference-docs.mjs)',
    (name, text) => {
      expect(readFileSync(join(directory, name), 'utf8')).toBe(text);
    },
  );

  it('name every option, error and warning', () => {
    const pages = referencePages();
    for (const { flag } of Object.values(RENDER_OPTIONS))
      expect(pages.get('render-options.md')).toContain(`\`--${flag}\``);
    for (const code of Object.keys(ERRORS)) expect(pages.get('errors.md')).toContain(`\`${code}\``);
    for (const code of Object.keys(WARNINGS)) expect(pages.get('warnings.md')).toContain(`\`${code}\``);
  });

  it('are all that the generator owns', () => {
    expect(readdirSync(directory).sort()).toEqual([...referencePages().keys()].sort());
  });
});
