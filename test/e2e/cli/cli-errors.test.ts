import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composition, scratchDirectory } from '../../support/projects/project.js';
import { framefarm } from '../../support/renders/command-line.js';

const cwd = scratchDirectory();
mkdirSync(join(cwd, 'demo'));
writeFileSync(join(cwd, 'demo', 'index.html'), composition(''));

/**
 * Arguments, exit status, and what stderr must say. Of values that the table of options refuses some stand for all (options.test.ts), and
 * faults that are told together share a command: each is a process.
 */
const REFUSED: readonly [args: string, exit: number, ...says: RegExp[]][] = [
  [
    'render demo --nope --crf 52 --fps 29.97 -w -1 --timeout 5 --variables {',
    2,
    /--nope is not a flag of this command/,
    /--crf "52": must be an integer from 0 to 51/,
    /--fps "29\.97": .*30000\/1001/,
    /--workers "-1"/,
    /--timeout "5": must be a duration/,
    /--variables "\{": is not valid JSON/,
  ],
  [
    'render demo --crf 20 --video-bitrate 5M --format gif --gif-loop 65536 --variables {} --variables-file v.json --hdr --docker --browser-gpu --farm nourl',
    2,
    /--crf cannot be combined with --video-bitrate/,
    /--crf has no effect on gif/,
    /--gif-loop "65536": must be an integer from 0 to 65535/,
    /--variables cannot be combined with --variables-file/,
    /--hdr cannot be used/,
    /--docker cannot be combined with --browser-gpu/,
    /--farm "nourl": must be the http or https address of a producer, such as http/,
  ],
  ['render demo --batch rows.json', 2, /--batch: .*rows\.json cannot be read/],
  ['render demo --fsp 30', 2, /--fsp is not a flag of this command; did you mean --fps\?/],
  ['render demo --fps', 2, /--fps expects a value/],
  ['render demo --crf 1 --crf 2', 2, /--crf can only be specified once/],
  ['render demo other', 2, /"other" is one argument too many/],
  ['doctor extra', 2, /"extra" is one argument too many/],
  ['farm queue extra more', 2, /"extra" is one argument too many\n {2}"more" is one argument too many/],
  ['preview demo --no-open --config=', 2, /--config "": must be a non-empty text/],
  ['init --force=yes', 2, /--force takes no value/],
  ['farm list --label job', 2, /--label "job": must be key=value/],
  ['render demo -c .', 2, /--composition "\." is a directory, not an HTML file/],
  ['snapshot demo --at 0.99 --fps 10', 2, /times up to 0\.9, where the last frame begins/],
  ['render demo --variables-file v.json', 2, /v\.json cannot be read \(ENOENT\)/],
  ['render demo -o demo', 2, /is a directory; mp4 is one file/],
  ['render demo --browser-path nothing-here', 1, /\[BROWSER_NOT_FOUND\][\s\S]*nothing-here/],
  ['render demo --ffmpeg-path ./nothing-here', 1, /\[ENCODER_NOT_FOUND\]\n {2}--ffmpeg-path names ".*nothing-here"/],
  ['rendr demo', 2, /"rendr" is not a command; did you mean "render"\?/],
  ['--versoin', 2, /--versoin is not a flag of this command; did you mean --version\?/],
];

// Each waits for a process to start, so some of them wait together.
describe('what is refused', () => {
  it.concurrent.each(REFUSED)('%s → %d', async (args, exit, ...says) => {
    const result = await framefarm(args.split(' '), { cwd });
    for (const words of says) expect(result.stderr).toMatch(words);
    expect(result.stderr).toMatch(/^Error: [^\n]+ \[[A-Z_]+\]$/m);
    expect(result.stderr).toMatch(/^ {2}Hint: /m);
    expect(result.stderr).not.toMatch(/^\s+at /m);
    expect(result.exitCode).toBe(exit);
    expect(result.stdout).toBe('');
  });

  it.concurrent.each([
    ['render demo --nope --crf 52 --fps 0 --json', 2, 'VALIDATION_FAILED', 3],
    ['render demo --fps --json', 2, 'VALIDATION_FAILED', 1],
    ['render nowhere --json', 2, 'COMPOSITION_NOT_FOUND', 1],
    ['rendr --json', 2, 'VALIDATION_FAILED', 1],
  ])('is with --json one event on a clean stdout: %s', async (args, exit, code, issues) => {
    const result = await framefarm(args.split(' '), { cwd });
    expect(result.exitCode).toBe(exit);
    const events = result.events();
    expect(events.at(-1)).toMatchObject({ type: 'error', code, message: expect.any(String) });
    expect(events.filter((event) => event.type === 'error')).toHaveLength(1);
    expect(events.at(-1)?.issues).toHaveLength(issues);
  });
});

// The words `help` and `help render` are read as --help and render --help.
describe('help and version', () => {
  it.concurrent.each([
    [['help'], /COMMANDS\n {2}benchmark /],
    [[], /COMMANDS/],
    [['help', 'render'], /--format=<format>\s+Output format\. \[one of mp4/],
    [['render', '--fps', '30', '-h'], /OUTPUT FLAGS/],
    [['--version'], /^framefarm\/\d+\.\d+\.\d+ /],
  ])('%j', async (args, shows) => {
    const result = await framefarm(args, { cwd });
    expect(result.stdout).toMatch(shows);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('a command that is started', () => {
  it('in a directory that has been removed says so', async () => {
    const gone = mkdtempSync(join(scratchDirectory(), 'gone-'));
    const by = ['sh', '-c', 'rmdir "$PWD"; exec "$0" "$@"'] as const;
    const result = await framefarm(['render', join(cwd, 'demo')], { cwd: gone, by });
    expect(result.stderr).toMatch(/\[VALIDATION_FAILED\]\n {2}the current directory has been removed\n/);
    expect(result.exitCode).toBe(2);
  });

  it('with too few open files names the limit', async () => {
    const by = ['sh', '-c', 'ulimit -n 30; exec "$0" "$@"'] as const;
    const result = await framefarm(['render', 'demo', '-o', join(scratchDirectory(), 'out.mp4')], { cwd, by });
    expect(result.stderr).toMatch(/too many open files/);
    expect(result.stderr).not.toMatch(/undefined/);
    expect(result.exitCode).toBe(1);
  });
});
