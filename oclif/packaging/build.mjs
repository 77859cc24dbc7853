/**
 * Makes what the package carries beside `bin/`: code, data, types, the list of commands, the licence. Run by "npm pack"
 * (`prepack`), after the workspace was built.
 */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleCode } from './code.mjs';
import { bundleDeclarations } from './declarations.mjs';
import { dependencyFaults } from './dependencies.mjs';
import { writeCommandManifest } from './manifest.mjs';
import {
  bundleDir,
  carriedRooms,
  dataFiles,
  packageDir,
  placeInPackage,
  readManifest,
  workspaceDir,
} from './rooms.mjs';

const manifest = readManifest(packageDir);
const rooms = carriedRooms();
const faults = dependencyFaults(manifest, rooms);
if (faults.length > 0) throw new Error(faults.join('\n'));

await rm(bundleDir, { recursive: true, force: true });
await bundleCode(manifest);
for (const room of rooms) {
  for (const file of [join(room.directory, 'package.json'), ...dataFiles(room)]) await copyIntoPackage(file);
}
bundleDeclarations();
await writeCommandManifest(manifest);
await copyFile(join(workspaceDir, 'LICENSE'), join(packageDir, 'LICENSE'));

async function copyIntoPackage(file) {
  const target = join(packageDir, placeInPackage(file));
  await mkdir(dirname(target), { recursive: true });
  await copyFile(file, target);
}
