/** The command line of the benchmark. */
import { parseArgs } from 'node:util';
import { BAR_CASES, CASES, type Case, type Peer, SCALE_CASES } from './scenes/cases.ts';

export interface BenchFlags {
  readonly cases: readonly Case[];
  readonly runs: number;
  /** Those that take part where a case has them; null for all. */
  readonly peers: readonly Peer[] | null;
  readonly hyperframesDir: string | undefined;
  readonly remotionDir: string | undefined;
  readonly browser: string | undefined;
  readonly pictures: number;
  readonly limit: boolean;
  /** Measure that alone, and keep the other figures of a scene. */
  readonly limitOnly: boolean;
  /** Whether to look at flat colours. */
  readonly colours: boolean;
  /** Whether other settings than the defaults are tried. */
  readonly search: boolean;
  readonly judge: boolean;
  /** Print the kept results, measure nothing. */
  readonly report: boolean;
  readonly output: string;
}

/** Where results are kept unless `--output` says otherwise. */
const RESULTS = 'bench/results/bench.json';
/** The same for shortened scenes, whose figures are no results. */
const LOOKS = 'bench/results/look.tmp.json';

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) {
    throw new RangeError(`--${name} ${text}: a whole number from ${least} on is needed`);
  }
  return value;
}

/** @throws RangeError or TypeError for what it cannot read. */
export function readFlags(args: readonly string[]): BenchFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scene: { type: 'string', multiple: true },
      scale: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      runs: { type: 'string', default: '5' },
      alone: { type: 'boolean', default: false },
      peer: { type: 'string', multiple: true },
      'peer-dir': { type: 'string' },
      'remotion-dir': { type: 'string' },
      browser: { type: 'string' },
      pictures: { type: 'string', default: '8' },
      'no-limit': { type: 'boolean', default: false },
      'limit-only': { type: 'boolean', default: false },
      'defaults-only': { type: 'boolean', default: false },
      colours: { type: 'boolean', default: false },
      judge: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      output: { type: 'string' },
    },
  });
  const seconds = values.seconds === undefined ? null : wholeNumber('seconds', values.seconds, 1);
  const limitOnly = values['limit-only'];
  if (limitOnly && values['no-limit']) throw new RangeError('--limit-only and --no-limit exclude each other');
  const chosen = chooseCases(values.scene, values.scale);
  return {
    cases: seconds === null ? chosen : chosen.map((item) => ({ ...item, seconds })),
    runs: wholeNumber('runs', values.runs, 1),
    peers: values.alone || limitOnly ? [] : choosePeers(values.peer),
    hyperframesDir: values['peer-dir'],
    remotionDir: values['remotion-dir'],
    browser: values.browser,
    pictures: limitOnly ? 0 : wholeNumber('pictures', values.pictures, 0),
    limit: limitOnly || !values['no-limit'],
    limitOnly,
    colours: values.colours || (values.scene === undefined && !values.scale && !limitOnly),
    search: !values['defaults-only'] && !limitOnly,
    judge: values.judge,
    report: values.report,
    output: values.output ?? (seconds === null ? RESULTS : LOOKS),
  };
}

function choosePeers(names: readonly string[] | undefined): readonly Peer[] | null {
  if (names === undefined) return null;
  return names.map((name) => {
    if (name !== 'hyperframes' && name !== 'remotion') {
      throw new RangeError(`--peer ${name}: there are hyperframes, remotion`);
    }
    return name;
  });
}

function chooseCases(names: readonly string[] | undefined, scale: boolean): readonly Case[] {
  if (names === undefined) return scale ? SCALE_CASES : BAR_CASES;
  return names.map((name) => {
    const found = CASES.find((item) => item.name === name);
    if (found === undefined) {
      throw new RangeError(`--scene ${name}: there are ${CASES.map((item) => item.name).join(', ')}`);
    }
    return found;
  });
}
