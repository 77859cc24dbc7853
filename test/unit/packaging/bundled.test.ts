import { describe, expect, it } from 'vitest';
import { BUNDLED, doesWithout, isBundled, namesItsPlace, packageOf } from '../../../oclif/packaging/bundled.mjs';
import { packageDir, readManifest } from '../../../oclif/packaging/rooms.mjs';

const manifest = { dependencies: { '@nestjs/common': '12.5.1', undici: '8.12.4' } };

describe('what travels in the bundle', () => {
  it('is named in the manifest, and not among what npm installs', () => {
    const { dependencies, devDependencies } = readManifest(packageDir);
    for (const name of BUNDLED.keys()) {
      expect(devDependencies).toHaveProperty([name]);
      expect(dependencies).not.toHaveProperty([name]);
    }
  });

  it('is of our imports what the list says, by package and not by path', () => {
    for (const specifier of ['postcss', '@oclif/core/run', 'puppeteer-core/internal/cdp/Connection.js'])
      expect(isBundled(specifier, null, manifest)).toBe(true);
    for (const specifier of ['undici', '@oclif/other', 'postcss-other', 'node:fs', 'fs/promises'])
      expect(isBundled(specifier, null, manifest)).toBe(false);
  });

  it('is of the imports of a bundled package itself and what it depends on', () => {
    const send = { name: 'send', dependencies: { ms: '^2.1.3' }, peerDependenciesMeta: { 'supports-color': {} } };
    for (const specifier of ['ms', 'send/package.json', '#inner', 'supports-color', 'semver/functions/gt'])
      expect(isBundled(specifier, send, manifest)).toBe(true);
    for (const specifier of ['node:path', 'path', 'typescript'])
      expect(isBundled(specifier, send, manifest)).toBe(false);
  });

  it('is of what a bundled package takes beside itself only what is installed', () => {
    const nest = {
      name: '@nestjs/core',
      dependencies: { uid: '2.0.2' },
      peerDependencies: { '@nestjs/microservices': '12' },
    };
    expect(doesWithout('@nestjs/microservices/microservices-module.js', nest)).toBe(true);
    expect(doesWithout('supports-color', { name: 'debug', peerDependenciesMeta: { 'supports-color': {} } })).toBe(true);
    for (const specifier of ['uid', 'uid/single', '@nestjs/core/injector.js', '#inner'])
      expect(doesWithout(specifier, nest)).toBe(false);
  });

  it('is nothing that only serves what we do not use', () => {
    const nest = { name: '@nestjs/common', dependencies: { 'file-type': '22.3.0' } };
    expect(isBundled('file-type', nest, manifest)).toBe(false);
  });

  it('never is a second copy of a package that our code imports from outside', () => {
    const importer = { name: 'send', dependencies: { undici: '^8.0.0' } };
    expect(isBundled('undici', importer, manifest)).toBe(false);
  });
});

describe('a file of a package from npm', () => {
  it('is known by the innermost package', () => {
    expect(packageOf('/a/node_modules/@oclif/core/node_modules/ejs/lib/ejs.js')).toEqual({
      directory: '/a/node_modules/@oclif/core/node_modules/ejs',
      file: 'ejs/lib/ejs.js',
    });
    expect(packageOf('/a/node_modules/@oclif/core/lib/index.js')?.file).toBe('@oclif/core/lib/index.js');
    expect(packageOf('/a/libs/media/dist/index.js')).toBeNull();
  });

  it.each([
    'join(__dirname, "data")',
    'new URL("data", import.meta.url)',
    'require.resolve("./data")',
    'require(join(root, name))',
    'await import(href)',
  ])('is stopped when it may look for something beside itself: %s', (text) => {
    expect(namesItsPlace(text)).toBe(true);
  });

  it.each(['require("./data")', 'import("./data.js")', 'import data from "./data.js";', 'required(name)'])(
    'is taken as it is with what the bundler can follow: %s',
    (text) => {
      expect(namesItsPlace(text)).toBe(false);
    },
  );
});
