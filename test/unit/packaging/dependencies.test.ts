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
    const faults = dependencyFaults({ dependencies: { ulid: '3.0.0' } }, library({ ulid: '3.0.2', yazl: '3.3.1' }));
    expect(faults).toEqual([
      'libs/media depends on ulid 3.0.2; oclif/package.json names 3.0.0',
      'libs/media depends on yazl 3.3.1; oclif/package.json does not name it',
    ]);
  });

  it('are refused when one is a library, which npm could not find', () => {
    expect(dependencyFaults({ dependencies: { '@framefarm/media': '0.1.0' } }, [])).toHaveLength(1);
  });

  it('are those of development for what travels in the bundle, in the same versions', () => {
    const send = { send: '1.2.1' };
    expect(dependencyFaults({ devDependencies: send }, library(send))).toEqual([]);
    expect(dependencyFaults({ devDependencies: { send: '1.0.0' } }, library(send))).toHaveLength(1);
    expect(dependencyFaults({ dependencies: send, devDependencies: send }, library(send))).toEqual([
      'send is in the bundle; oclif/package.json must name it in devDependencies',
    ]);
  });

  it('answer every import, by package and not by path', () => {
    const manifest = { dependencies: { '@aws-sdk/client-s3': '3.1169.0', ulid: '3.0.2' } };
    const imports = ['node:fs', 'fs/promises', '@aws-sdk/client-s3/x', 'ulid', 'ulidx', '@aws-sdk/other'];
    expect(unansweredImports(manifest, imports)).toEqual(['ulidx', '@aws-sdk/other']);
  });
});
