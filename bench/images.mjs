/**
 * Size and start-up of the container images: megabytes as the engine counts them and packed as a registry would keep them, the
 * time until the program in a container answers, and what a render in a container takes beside the same render without.
 *
 *   npx node bench/images.mjs [--runs 3] [--output bench/results/images.json]
 *
 * Needs an engine with the images of docker/build.sh, and a machine that does nothing else.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const root = dirname(import.meta.dirname);
const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' }, output: { type: 'string' } } });
const runs = Number(values.runs);
const { version } = JSON.parse(readFileSync(join(root, 'oclif/package.json'), 'utf8'));
const docker = (...args) => execFileSync('docker', args, { encoding: 'utf8', maxBuffer: 1 << 26 }).trim();
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const megabytes = (bytes) => Math.round(bytes / 1e6);

const images = {};
for (const name of ['render', 'worker', 'producer']) {
  const image = `framefarm/${name}:${version}`;
  const packed = spawnSync('sh', ['-c', `docker save ${image} | gzip -1 | wc -c`], { encoding: 'utf8' });
  images[name] = {
    megabytes: megabytes(Number(docker('image', 'inspect', '--format', '{{.Size}}', image))),
    packedMegabytes: megabytes(Number(packed.stdout)),
    layers: docker('image', 'inspect', '--format', '{{len .RootFS.Layers}}', image),
  };
}

/** Seconds until `docker run` of a program that does nothing has ended. */
async function seconds(file, args) {
  const started = performance.now();
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}`);
  return (performance.now() - started) / 1000;
}

const project = mkdtempSync(join(tmpdir(), 'framefarm-images-'));
try {
  execFileSync('chmod', ['755', project]);
  writeFileSync(
    join(project, 'index.html'),
    '<!doctype html><div data-composition-id="a" data-width="1280" data-height="720" data-duration="2"><h1>Hello</h1></div>',
  );
  const image = `framefarm/render:${version}`;
  const command = [join(root, 'oclif/bin/run.js'), 'render', project, '--quiet', '-o', join(project, 'out.mp4')];
  const times = { empty: [], command: [], local: [], container: [] };
  for (let run = 0; run <= runs; run += 1) {
    const one = {
      empty: await seconds('docker', ['run', '--rm', '--network=none', '--entrypoint=true', image]),
      command: await seconds('docker', ['run', '--rm', '--network=none', image, '--version']),
      local: await seconds(process.execPath, command),
      container: await seconds(process.execPath, [...command, '--docker']),
    };
    // The first run warms the page cache of files that the others read.
    if (run > 0) for (const [name, value] of Object.entries(one)) times[name].push(value);
  }
  const start = Object.fromEntries(
    Object.entries(times).map(([name, all]) => [name, Math.round(median(all) * 100) / 100]),
  );
  const result = {
    version,
    images,
    seconds: start,
    containerToLocal: Math.round((start.container / start.local) * 100) / 100,
  };
  console.table(images);
  console.table(start);
  console.log(`a render of 2 s takes ${result.containerToLocal} times as long in a container`);
  const output = values.output ?? join(root, 'bench/results/images.json');
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  rmSync(project, { recursive: true, force: true });
}
