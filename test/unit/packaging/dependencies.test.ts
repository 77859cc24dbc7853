import { describe, expect, it } from 'vitest';
import { dependencyFaults, unansweredImports } from '../../../oclif/packaging/dependencies.mjs';
import { carriedRooms, packageDir, readManifest } from '../../../oclif/packaging/rooms.mjs';

const library = (dependencies: Readonly<Record<string, string>>) => [
  { room: 'libs/media', manifest: { dependencies } },
];

describe('dependencies of the package', () => {
  it('name all that the libraries need from npm, in the same versions', () => {
    expect(dependencyFaults(readManifest(packageDir), carriedRooms())).toEqual([]);
  });

  it('are refused when one is missing or of another version', () => {
    const faults = dependencyFaults({ dependencies: { send: '1.0.0' } }, library({ send: '1.2.1', acorn: '8.19.0' }));
    expect(faults).toEqual([
      'libs/media depends on send 1.2.1; oclif/package.json names 1.0.0',
      'libs/media depends on acorn 8.19.0; oclif/package.json does not name it',
    ]);
  });

  it('are refused when one is a library, which npm could not find', () => {
    expect(dependencyFaults({ dependencies: { '@framefarm/media': '0.1.0' } }, [])).toHaveLength(1);
  });

  it('answer every import, by package and not by path', () => {
    const manifest = { dependencies: { '@oclif/core': '5.1.9', send: '1.2.1' } };
    const imports = ['node:fs', 'fs/promises', '@oclif/core/run', 'send', 'sendmail', '@oclif/other'];
    expect(unansweredImports(manifest, imports)).toEqual(['sendmail', '@oclif/other']);
  });
});
