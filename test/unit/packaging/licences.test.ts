import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { licenceNotice, packagesOf } from '../../../oclif/packaging/licences.mjs';
import { repository } from '../../support/projects/project.js';

const ms = { name: 'ms', version: '2.1.3', licence: 'MIT', texts: ['Copyright A', 'Notice B'] };

describe('licences of what travels in the bundle', () => {
  it('are taken from the packages of the files, each once', () => {
    const files = ['send/index.js', 'mrmime/index.mjs', 'mrmime/other.js'];
    const ours = join(repository, 'libs/media/dist/index.js');
    const packages = packagesOf([...files.map((file) => join(repository, 'node_modules', file)), ours]);
    expect(packages.map(({ name, licence }) => [name, licence])).toEqual([
      ['mrmime', 'MIT'],
      ['send', 'MIT'],
    ]);
    expect(packages[1]?.texts).toEqual([expect.stringContaining('TJ Holowaychuk')]);
  });

  it('are stated with all of their texts', () => {
    expect(licenceNotice([ms])).toContain('ms 2.1.3 (MIT)\n\nCopyright A\n\nNotice B\n');
  });

  it('are ours where a package names the licence that we have, and brings no text', () => {
    const notice = licenceNotice([{ ...ms, licence: 'Apache-2.0', author: 'The Authors', texts: [] }]);
    expect(notice).toContain("By The Authors. The text of the licence stands in framefarm's file LICENSE.");
  });

  it.each([
    ['ms 2.1.3 is under GPL-3.0-only', { licence: 'GPL-3.0-only' }],
    ['ms 2.1.3 is under no licence', { licence: undefined }],
    ['ms 2.1.3 brings no text of its licence', { texts: [] }],
  ])('stop the packing: %s', (fault, change) => {
    expect(() => licenceNotice([{ ...ms, ...change }])).toThrow(fault);
  });
});
