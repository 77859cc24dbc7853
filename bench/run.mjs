/**
 * The benchmark: fixed scenes, frames per second, CPU seconds per frame by kind of process, peak memory, and ratios to
 * the encoder alone and (with --peer) to HyperFrames 0.8.170, all taken in one run.
 *
 *   npm run bench                         all scenes
 *   npm run bench -- --peer --runs 3      with the peer, from npm, in a temporary directory
 *   npm run bench -- --scene motion-1080p --workers 2
 *   npm run bench -- --scene batch-720p --peer --workers auto --batch-concurrency 1 --batch-concurrency 2
 *
 * The peer runs with the browser that comes with framefarm, or with the headless shell named by --peer-browser.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findBrowser } from '@framefarm/browser';
import { measure } from './process-tree.mjs';

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const PEER = 'hyperframes@0.8.170';
const SCENES = {
  'motion-1080p': { frames: 300, width: 1920, height: 1080 },
  'slides-1080p': { frames: 600, width: 1920, height: 1080 },
  'av-720p': { frames: 180, width: 1280, height: 720 },
  // Ten rows of 60 frames, rendered by one command.
  'batch-720p': { frames: 600, width: 1280, height: 720, batch: true },
};

const { values: flags } = parseArgs({
  options: {
    scene: { type: 'string', multiple: true },
    runs: { type: 'string', default: '1' },
    workers: { type: 'string', multiple: true },
    'batch-concurrency': { type: 'string', multiple: true },
    peer: { type: 'boolean', default: false },
    'peer-dir': { type: 'string' },
    'peer-browser': { type: 'string' },
    'skip-encoder': { type: 'boolean', default: false },
    'times-only': { type: 'boolean', default: false },
    output: { type: 'string' },
  },
});

const scratch = mkdtempSync(join(tmpdir(), 'framefarm-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130));

const ffmpeg = (() => {
  try {
    return execFileSync('sh', ['-c', 'command -v ffmpeg'], { encoding: 'utf8' }).trim();
  } catch {
    return join(repository, 'node_modules/@ffmpeg-installer/linux-x64/ffmpeg');
  }
})();

/** A copy of the scene with GSAP beside it and generated media, so that both programs read the same files. */
function prepareScene(name) {
  const directory = join(scratch, name);
  cpSync(join(repository, 'bench/scenes', name), directory, { recursive: true });
  cpSync(join(repository, 'node_modules/gsap/dist/gsap.min.js'), join(directory, 'gsap.min.js'));
  if (name === 'av-720p') {
    const quiet = ['-hide_banner', '-loglevel', 'error', '-y'];
    const clip = [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=1280x720:r=30:d=6',
      '-pix_fmt',
      'yuv420p',
      '-c:v',
      'libx264',
      '-g',
      '30',
    ];
    execFileSync(ffmpeg, [...quiet, ...clip, join(directory, 'clip.mp4')]);
    execFileSync(ffmpeg, [
      ...quiet,
      '-f',
      'lavfi',
      '-i',
      'sine=frequency=330:r=48000:d=6',
      join(directory, 'tone.wav'),
    ]);
  }
  return directory;
}

/** Decodes a finished render to raw frames and feeds them to x264 with the same settings: the floor of any pipeline. */
async function encoderAlone(video, scene) {
  const raw = join(scratch, 'frames.yuv');
  execFileSync(ffmpeg, [
    '-hide_banner',
    '-loglevel',
    'error',
    '-y',
    '-i',
    video,
    '-f',
    'rawvideo',
    '-pix_fmt',
    'yuv420p',
    raw,
  ]);
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'yuv420p',
    '-s',
    `${scene.width}x${scene.height}`,
    '-r',
    '30',
    '-i',
    raw,
  ];
  const encode = [
    '-c:v',
    'libx264',
    '-preset',
    'medium',
    '-crf',
    '18',
    '-bf',
    '0',
    '-aq-mode',
    '3',
    '-an',
    '-f',
    'null',
    '-',
  ];
  const result = await measure(ffmpeg, ['-hide_banner', '-loglevel', 'error', '-nostdin', ...input, ...encode]);
  rmSync(raw);
  return result;
}

function installPeer() {
  if (flags['peer-dir'] !== undefined) return flags['peer-dir'];
  const directory = join(scratch, 'peer');
  mkdirSync(directory);
  writeFileSync(join(directory, 'package.json'), '{"private":true}');
  console.error(`installing ${PEER} …`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', PEER], { cwd: directory, stdio: 'ignore' });
  return directory;
}

/** Environment of the peer: its browser is told by these variables; it brings none. */
async function peerEnvironment() {
  const bundled = await findBrowser();
  const browser = flags['peer-browser'] ?? bundled.path;
  const libraries = flags['peer-browser'] === undefined ? { LD_LIBRARY_PATH: bundled.libraryPath ?? '' } : {};
  return { ...process.env, ...libraries, HYPERFRAMES_BROWSER_PATH: browser, PRODUCER_HEADLESS_SHELL_PATH: browser };
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor((list.length - 1) / 2)];

function summarise(runs, frames) {
  const kinds = [...new Set(runs.flatMap((run) => Object.keys(run.cpuSeconds)))].sort();
  return {
    wallSeconds: median(runs.map((run) => run.wallSeconds)),
    wallSpread: [Math.min(...runs.map((run) => run.wallSeconds)), Math.max(...runs.map((run) => run.wallSeconds))],
    framesPerSecond: frames / median(runs.map((run) => run.wallSeconds)),
    cpuMsPerFrame: Object.fromEntries(
      kinds.map((kind) => [kind, (1000 * median(runs.map((run) => run.cpuSeconds[kind] ?? 0))) / frames]),
    ),
    cpuMsPerFrameTotal:
      (1000 * median(runs.map((run) => Object.values(run.cpuSeconds).reduce((a, b) => a + b, 0)))) / frames,
    peakMiB: median(runs.map((run) => run.peakBytes)) / 1048576,
  };
}

const round = (value) => Math.round(value * 100) / 100;
const show = (label, summary, size) => {
  const kinds = Object.entries(summary.cpuMsPerFrame).map(([kind, ms]) => `${kind} ${round(ms)}`);
  const cpu = `CPU ${round(summary.cpuMsPerFrameTotal)} ms/frame (${kinds.join(', ')})`;
  const looked = flags['times-only'] ? '' : `${cpu}, peak ${Math.round(summary.peakMiB)} MiB, `;
  console.log(
    `  ${label.padEnd(26)} ${round(summary.wallSeconds)} s (${summary.wallSpread.map(round).join('–')}), ${round(summary.framesPerSecond)} frames/s, ` +
      `${looked}${size ? `file ${Math.round(size / 1024)} KiB` : ''}`,
  );
};

/** What one command line renders: its arguments behind `render <directory>`, and the files that it has to make. */
function task(name, directory, program) {
  if (!SCENES[name].batch) {
    const output = join(scratch, `${name}-${program}.mp4`);
    return { args: ['-o', output], outputs: [output] };
  }
  const rows = join(directory, 'rows.json');
  const out = join(scratch, `${name}-${program}`);
  const outputs = JSON.parse(readFileSync(rows, 'utf8')).map((row) => join(out, `${row.name}.mp4`));
  return { args: ['--batch', rows, '-o', join(out, '{name}.mp4')], outputs };
}

const bytesOf = (files) => files.reduce((sum, file) => sum + statSync(file).size, 0);

const names = flags.scene ?? Object.keys(SCENES);
const workerChoices = flags.workers ?? ['auto', '2'];
const runs = Math.max(1, Number(flags.runs));
const peerDirectory = flags.peer ? installPeer() : null;
const report = { cores: cpus().length, memoryMiB: Math.round(totalmem() / 1048576), runs, scenes: {} };

for (const name of names) {
  const scene = SCENES[name];
  if (scene === undefined) throw new Error(`no scene "${name}"; there are ${Object.keys(SCENES).join(', ')}`);
  const directory = prepareScene(name);
  console.log(`${name}: ${scene.frames} frames, ${scene.width}x${scene.height}, ${runs} run(s)`);
  const concurrencies = scene.batch ? (flags['batch-concurrency'] ?? ['1']) : [null];
  const choices = workerChoices.flatMap((workers) => concurrencies.map((rowsAtOnce) => ({ workers, rowsAtOnce })));
  const programs = choices.map(({ workers, rowsAtOnce }) => {
    const settings = ['--workers', workers, ...(rowsAtOnce === null ? [] : ['--batch-concurrency', rowsAtOnce])];
    const { args, outputs } = task(name, directory, `framefarm-${workers}-${rowsAtOnce ?? ''}`);
    return {
      label: ['framefarm', ...settings].join(' '),
      outputs,
      file: join(repository, 'node_modules/.bin/framefarm'),
      args: ['render', directory, ...args, '--quality', 'standard', ...settings],
    };
  });
  const ours = [...programs];
  if (peerDirectory !== null) {
    const { args, outputs } = task(name, directory, 'peer');
    programs.push({
      label: PEER,
      env: await peerEnvironment(),
      outputs,
      file: join(peerDirectory, 'node_modules/.bin/hyperframes'),
      args: ['render', directory, ...args, '--quality', 'standard', '--crf', '18', '--frames-cache-dir', 'off'],
    });
  }
  const measured = new Map(programs.map((program) => [program, []]));
  // Interleaved, so that a change of the machine's speed touches every program alike.
  for (let run = 0; run < runs; run += 1) {
    for (const program of programs) {
      for (const output of program.outputs) rmSync(output, { force: true });
      const result = await measure(program.file, program.args, {
        cwd: scratch,
        env: program.env,
        timesOnly: flags['times-only'],
      });
      if (result.exitCode !== 0 || bytesOf(program.outputs) === 0) {
        console.error(result.output.slice(-2000));
        throw new Error(`${program.label} failed with exit code ${result.exitCode}`);
      }
      measured.get(program).push(result);
    }
  }
  const entry = {};
  for (const program of programs) {
    const summary = summarise(measured.get(program), scene.frames);
    const fileBytes = bytesOf(program.outputs);
    entry[program.label] = { ...summary, fileBytes };
    show(program.label, summary, fileBytes);
  }
  if (!flags['skip-encoder'] && !scene.batch) {
    const alone = summarise([await encoderAlone(programs[0].outputs[0], scene)], scene.frames);
    entry['encoder alone'] = alone;
    show('encoder alone', alone);
    for (const program of programs)
      console.log(
        `  ${program.label}: ${round(entry[program.label].wallSeconds / alone.wallSeconds)} × the encoder alone`,
      );
  }
  if (peerDirectory !== null) {
    for (const { label } of ours) {
      const speed = entry[PEER].wallSeconds / entry[label].wallSeconds;
      const memory = round(entry[label].peakMiB / entry[PEER].peakMiB);
      const of = flags['times-only'] ? '' : `, ${memory} × its peak memory`;
      console.log(`  ${label}: ${round(speed)} × the speed of ${PEER}${of}`);
    }
  }
  report.scenes[name] = entry;
}

if (flags.output !== undefined) writeFileSync(flags.output, `${JSON.stringify(report, null, 2)}\n`);
