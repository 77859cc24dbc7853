#!/usr/bin/env node
// The entry point. It must parse on any Node that npm may meet, so it uses nothing newer than ES modules and `??`.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NEEDED = [22, 17];
const here = dirname(fileURLToPath(import.meta.url));

if (isNewEnough(process.versions.node)) {
  start();
} else {
  const bundled = findBundledNode();
  if (bundled === null || process.env.FRAMEFARM_LAUNCHED !== undefined) {
    fail(
      `framefarm needs Node.js ${NEEDED.join('.')} or newer, this is ${process.versions.node}. ` +
        'Install a newer Node.js, or run "npm ci" (with install scripts) to get the one that comes with framefarm.',
    );
  } else {
    relaunch(bundled);
  }
}

function isNewEnough(version) {
  const parts = version.split('.').map(Number);
  return parts[0] > NEEDED[0] || (parts[0] === NEEDED[0] && parts[1] >= NEEDED[1]);
}

function start() {
  const entry = join(here, '..', 'dist', 'index.js');
  if (!existsSync(entry)) {
    fail('framefarm is not built. Run "npm run build" in its directory first.');
    return;
  }
  import(pathToFileURL(entry).href).then(
    (module) => module.runCommandLine(process.argv.slice(2), join(here, '..')),
    (error) => fail(`framefarm could not be loaded: ${error.message}`),
  );
}

// The npm package "node" holds a Node binary; its install script may have been skipped, then the file is missing.
function findBundledNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json');
    const binary = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

// Runs the same command line under the bundled Node. Signals go on to it, its end becomes ours, and when this
// process is killed outright the child sees the IPC channel close and ends as well.
function relaunch(binary) {
  const child = spawn(binary, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, FRAMEFARM_LAUNCHED: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Node.js at ${binary} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
