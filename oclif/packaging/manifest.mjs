/** oclif's own list of commands and flags: with it the help and the choice of a command load no command. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Plugin } from '@oclif/core';
import { bundleDir } from './rooms.mjs';

/** Writes `bundle/oclif.manifest.json` from the bundled commands. */
export async function writeCommandManifest(manifest) {
  const plugin = new Plugin({
    root: bundleDir,
    pjson: { ...manifest, oclif: { ...manifest.oclif, commands: './commands' } },
    isRoot: true,
    type: 'core',
    ignoreManifest: true,
    errorOnManifestCreate: true,
    respectNoCacheDefault: true,
  });
  await plugin.load();
  await writeFile(join(bundleDir, 'oclif.manifest.json'), JSON.stringify(plugin.manifest));
}
