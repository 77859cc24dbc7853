#!/usr/bin/env node
// The entry point. It must parse on any Node that npm may meet, so it uses nothing newer than ES modules and `??`.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { constants, homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NEEDED = [22, 17];
const packageDir = dirname(dirname(fileURLToPath(import.meta.url)));

if (isNewEnough(process.versions.node)) {
  start();
} else {
  const bundled = findBundledNode();
  if (bundled === null || process.env.FRAMEFARM_LAUNCHED !== undefined) {
    fail(
      `framefarm needs Node.js ${NEEDED.join('.')} or newer, this is ${process.versions.node}. ` +
        'Install a newer Node.js, or install framefarm again with install scripts and optional packages allowed: ' +
        'then it brings its own.',
    );
  } else {
    relaunch(bundled);
  }
}

function isNewEnough(version) {
  const parts = version.split('.').map(Number);
  return parts[0] > NEEDED[0] || (parts[0] === NEEDED[0] && parts[1] >= NEEDED[1]);
}

// An installed package carries the bundle; next to the sources it may be an old one, and the compiler's output runs.
function start() {
  const codeDir = join(packageDir, existsSync(join(packageDir, 'src')) ? 'dist' : 'bundle');
  const entry = join(codeDir, 'index.js');
  if (!existsSync(entry)) {
    fail('framefarm is not built. Run "npm run build" in its directory first.');
    return;
  }
  nameHomeAndShell();
  keepCompiledCode();
  import(pathToFileURL(entry).href).then(
    (module) => module.runCommandLine(process.argv.slice(2), { packageDir, codeDir }),
    (error) => fail(`framefarm could not be loaded: ${error.message}`),
  );
}

// Packages that the command line is built on ask the system for both, and end where it does not know the user, as it does not know
// that of a container which was given a number. Container engines say "/" then.
function nameHomeAndShell() {
  try {
    userInfo();
  } catch {
    process.env.HOME = process.env.HOME || '/';
    process.env.SHELL = process.env.SHELL || '/bin/sh';
  }
}

// Compiled code is kept beside the other caches of the user, never in the temporary directory that all users share.
// Where there is no home, or it cannot be written, code is compiled anew each time.
function keepCompiledCode() {
  try {
    const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
    const directory = process.env.NODE_COMPILE_CACHE || join(caches, 'framefarm', 'compiled');
    makeDirectory(directory);
    nodeModule.enableCompileCache(directory);
  } catch {
    // It is compiled anew each time.
  }
}

// One by one: Node makes a whole path for ever where a directory takes no children, as /proc and the homes that an automounter has not.
function makeDirectory(path) {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another command may have made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

// The npm package "node" holds a Node binary; its install script may have been skipped, then the file is missing.
function findBundledNode() {
  try {
    const manifest = nodeModule.createRequire(import.meta.url).resolve('node/package.json');
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
