import { editDistance, nearestName, type OptionSpec, RENDER_OPTIONS } from '@framefarm/contract';
import { Flags } from '@oclif/core';
import { describe, expect, it } from 'vitest';
import Doctor from '../../../oclif/src/commands/doctor.js';
import Lint from '../../../oclif/src/commands/lint.js';
import Render from '../../../oclif/src/commands/render.js';
import { rawOptions } from '../../../oclif/src/flags/raw-options.js';
import { readCommandLine } from '../../../oclif/src/flags/read-command-line.js';
import { helpText, tableFlags } from '../../../oclif/src/flags/table-flags.js';
import { parseIssues, singleDashes, unknownCommand, valuedSwitches } from '../../../oclif/src/flags/usage-errors.js';

interface AnyFlag {
  readonly char?: string;
  readonly type: string;
  readonly allowNo?: boolean;
  readonly multiple?: boolean;
  readonly helpValue?: string | string[];
  readonly helpGroup?: string;
  readonly options?: unknown;
  readonly default?: unknown;
  readonly parse?: unknown;
}

function shape(flags: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(flags as Record<string, AnyFlag>).map(([name, flag]) => {
    const short = flag.char === undefined ? '' : `-${flag.char} `;
    const long = flag.allowNo === true ? `--[no-]${name}` : `--${name}`;
    const value = flag.type === 'boolean' ? '' : ` ${flag.helpValue}${flag.multiple === true ? '...' : ''}`;
    return `${short}${long}${value}${flag.helpGroup === undefined ? '' : ` (${flag.helpGroup})`}`;
  });
}

describe('flags', () => {
  it('of all commands are these', () => {
    expect({ render: shape(Render.flags), doctor: shape(Doctor.flags), lint: shape(Lint.flags) }).toMatchSnapshot();
  });

  it('of render are those of the table, each once, and the two that choose a configuration', () => {
    const table = (Object.values(RENDER_OPTIONS) as OptionSpec[]).map((spec) => spec.flag);
    expect(Object.keys(Render.flags).sort()).toEqual([...table, 'config', 'no-config'].sort());
  });

  it('carry no check of their own: the option check has the only words', () => {
    for (const flag of Object.values(tableFlags()) as unknown as AnyFlag[]) {
      expect(flag.options).toBeUndefined();
      expect(flag.default).toBeUndefined();
    }
  });

  it('say in the help what does not work yet', () => {
    expect(helpText(RENDER_OPTIONS.gpu)).toMatch(/Not available yet/);
    expect(helpText(RENDER_OPTIONS.crf)).toMatch(/only mp4, webm/);
    expect(helpText(RENDER_OPTIONS.browserPath)).toMatch(/env: FRAMEFARM_BROWSER_PATH/);
  });
});

describe('rawOptions', () => {
  it('keeps texts as typed and names options as the table does', () => {
    expect(rawOptions({ 'video-bitrate': '5M', crf: '020', sandbox: false }, {})).toEqual({
      videoBitrate: '5M',
      crf: '020',
      sandbox: false,
    });
  });

  it('reads a variable only where the flag is absent, and not when it is empty', () => {
    const env = { FRAMEFARM_FFMPEG_PATH: '/env/ffmpeg', FRAMEFARM_BROWSER_PATH: '' };
    expect(rawOptions({ 'ffmpeg-path': '/flag/ffmpeg' }, env)).toEqual({ ffmpegPath: '/flag/ffmpeg' });
    expect(rawOptions({}, env)).toEqual({ ffmpegPath: '/env/ffmpeg' });
  });

  it('splits a list as in PATH', () => {
    expect(rawOptions({}, { FRAMEFARM_PACKAGE_DIRS: '/a::/b' })).toEqual({ packageDir: ['/a', '/b'] });
  });
});

describe('suggestions', () => {
  it.each([
    ['fsp', 'fps'],
    ['ouput', 'output'],
    ['work', 'workers'],
    ['video-bit-rate', 'video-bitrate'],
  ])('%s means %s', (typed, meant) => {
    expect(nearestName(typed, ['fps', 'output', 'workers', 'video-bitrate', 'json'])).toBe(meant);
  });

  it('are not made when nothing is near', () => {
    expect(nearestName('xylophone', ['fps', 'output'])).toBeNull();
  });

  it('count a swap of neighbours as one slip', () => {
    expect([editDistance('fsp', 'fps'), editDistance('', 'abc'), editDistance('kitten', 'sitting')]).toEqual([1, 3, 3]);
  });
});

describe('usage errors', () => {
  const known = [
    { name: 'sandbox', negatable: true },
    { name: 'offline', negatable: false },
  ];

  it('name every unknown flag without its value', () => {
    const failure = { message: 'x', flags: ['--sandbx=1', '--zzz', '-x'] };
    expect(parseIssues(failure, known).map((issue) => issue.message)).toEqual([
      '--sandbx is not a flag of this command; did you mean --sandbox?',
      '--zzz is not a flag of this command',
      '-x is not a flag of this command',
    ]);
  });

  it('refuse a value on a switch, saying what to write', () => {
    const issues = valuedSwitches(['--sandbox=false', '--offline=true', '--', '--offline=1'], known);
    expect(issues.map((issue) => issue.message)).toEqual([
      '--sandbox takes no value; write --sandbox or --no-sandbox',
      '--offline takes no value; write --offline, or leave it out',
    ]);
  });

  it('refuse a value on a switch also where a command would take it for its argument', async () => {
    const command = { name: 'lint', flags: Lint.flags };
    const read = readCommandLine(command, ['--json=false'], async () => ({ args: { dir: 'false' }, flags: {} }));
    await expect(read).rejects.toMatchObject({ message: '--json takes no value; write --json, or leave it out' });
  });

  it('refuse a path or an address that is an empty text', async () => {
    const flags = { 'output-dir': Flags.string({ helpValue: '<path>' }), farm: Flags.string({ helpValue: '<url>' }) };
    const values = { flags: { 'output-dir': '', farm: '' } };
    await expect(readCommandLine({ name: 'x', flags }, [], async () => values)).rejects.toMatchObject({
      message: '--output-dir "": must be a non-empty text\n--farm "": must be a non-empty text',
    });
  });

  it('name a long flag with one dash, but leave a short flag with its value alone', () => {
    const issues = singleDashes(
      ['-output', 'a.mp4', '-format=gif', '-oout.mp4', '--', '-output'],
      ['output', 'format'],
    );
    expect(issues.map((issue) => issue.message)).toEqual([
      '-output has one dash; did you mean --output?',
      '-format has one dash; did you mean --format?',
    ]);
  });

  it('suggest a command', () => {
    expect(unknownCommand('rendr', ['doctor', 'render']).message).toBe(
      '"rendr" is not a command; did you mean "render"?',
    );
  });
});
