/** Global set-up of the container tests: an engine that answers, and the images of this source. Built layers are reused. */
import { spawnSync } from 'node:child_process';
import { repository } from '../machine/repository.js';

/** Npm and Debian's packages come over the network the first time, ms. */
const BUILD_MS = 15 * 60_000;

export default function buildImages(): void {
  if (process.env.FRAMEFARM_TEST_IMAGES === 'built') return;
  const engine = spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], { encoding: 'utf8', timeout: 30_000 });
  if (engine.status !== 0) {
    throw new Error(`the container tests need a Docker engine that answers: ${engine.error?.message ?? engine.stderr}`);
  }
  const build = spawnSync('sh', ['docker/build.sh'], { cwd: repository, encoding: 'utf8', timeout: BUILD_MS });
  if (build.status !== 0)
    throw new Error(`the images could not be built:\n${build.stdout.slice(-3000)}\n${build.stderr}`);
}
