/**
 * Size and start-up of the container images: megabytes as the engine counts them and packed as a registry would keep them, the
 * time until the program in a container answers, and what a render in a container takes beside the same render without.
 *
 *   npx node bench/images.mjs [--runs 3] [--part sizes|times] [--output bench/results/images.json]
 *
 * Needs an engine with the images of docker/build.sh; the times need a machine that does nothing else. With --part the other
 * part of the results stays as it was.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine, median, round, table, writeResults } from './farm/report.mjs';

const root = import.meta.dirname;
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, part: { type: 'string' }, output: { type: 'string' } },
});
const runs = Number(values.runs);
const { version } = JSON.parse(readFileSync(join(root, '../oclif/package.json'), 'utf8'));
const docker = (...args) => execFileSync('docker', args, { encoding: 'utf8' }).trim();
const imageOf = (name) => `framefarm/${name}:${version}`;
const SESSION = '/opt/framefarm/oclif/bundle/libs/container/dist/inside/session.js';

function sizes() {
  const megabytes = (bytes) => Math.round(Number(bytes) / 1e6);
  const about = (name) => {
    const image = imageOf(name);
    return {
      megabytes: megabytes(docker('image', 'inspect', '--format', '{{.Size}}', image)),
      packedMegabytes: megabytes(execFileSync('sh', ['-c', `docker save ${image} | gzip -1 | wc -c`])),
      layers: Number(docker('image', 'inspect', '--format', '{{len .RootFS.Layers}}', image)),
    };
  };
  const images = Object.fromEntries(['render', 'worker', 'producer'].map((name) => [name, about(name)]));
  table([
    ['image', 'MB', 'packed MB', 'layers'],
    ...Object.entries(images).map(([name, one]) => [name, one.megabytes, one.packedMegabytes, one.layers]),
  ]);
  return { images };
}

/** Seconds until a program has ended, or, where that is what counts, has said its first word. */
async function seconds(file, args, untilItSpeaks = false) {
  const started = performance.now();
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let word;
  child.stdout.once('data', () => {
    word = performance.now();
    child.stdin.end();
  });
  // The program that renders ends with its input.
  if (!untilItSpeaks) child.stdin.end();
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}`);
  return ((untilItSpeaks ? word : performance.now()) - started) / 1000;
}

async function times() {
  const project = mkdtempSync(join(tmpdir(), 'framefarm-images-'));
  try {
    execFileSync('chmod', ['755', project]);
    const box = 'data-composition-id="a" data-width="1280" data-height="720" data-duration="2"';
    writeFileSync(
      join(project, 'index.html'),
      `<!doctype html><html><body><div ${box}><h1>Hello</h1></div></body></html>`,
    );
    const run = ['run', '--rm', '--interactive', '--network=none', '--no-healthcheck'];
    const inside = [...run, '--entrypoint=node', imageOf('render'), SESSION];
    const render = [join(root, '../oclif/bin/run.js'), 'render', project, '--quiet', '-o', join(project, 'out.mp4')];
    const measured = {
      'nothing, in a container': ['docker', [...run, '--entrypoint=true', imageOf('render')]],
      'framefarm --version of the producer image': ['docker', [...run, imageOf('producer'), '--version']],
      'framefarm --version of the render image': ['docker', [...run, imageOf('render'), '--version']],
      'ready to render, in a container': ['docker', inside, true],
      'render of 2 s without --docker': [process.execPath, render],
      'render of 2 s with --docker': [process.execPath, [...render, '--docker']],
    };
    const all = Object.fromEntries(Object.keys(measured).map((name) => [name, []]));
    // The first round warms the page cache of files that the others read.
    for (let turn = 0; turn <= runs; turn += 1) {
      for (const [name, command] of Object.entries(measured)) {
        const one = await seconds(...command);
        if (turn > 0) all[name].push(round(one));
      }
    }
    const medians = Object.entries(all).map(([name, list]) => [name, median(list)]);
    table([['', 'seconds'], ...medians]);
    return {
      machine: machine(),
      engine: docker('version', '--format', '{{.Server.Version}}'),
      runs,
      seconds: Object.fromEntries(medians),
      all,
    };
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

const output = values.output ?? join(root, 'results/images.json');
const before = values.part !== undefined && existsSync(output) ? JSON.parse(readFileSync(output, 'utf8')) : {};
const result = {
  ...before,
  version,
  ...(values.part === 'times' ? {} : sizes()),
  ...(values.part === 'sizes' ? {} : await times()),
};
writeResults('images', result, output);
