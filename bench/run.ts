/**
 * The benchmark: framefarm and its peers on the scenes of bench/scenes, in turns, with one table at the end.
 *
 *   npm run bench                                  the cases with a bar, against the peers, five counted runs each
 *   npm run bench -- --judge                       ends with 1 when a bar is missed
 *   npm run bench -- --scene heavy-1080p --runs 1  one case, a quick look; --seconds shortens it
 *   npm run bench -- --alone --scale               framefarm alone: 4K, 60 frames/s, lengths, lanes
 *   npm run bench -- --limit-only                  framefarm at its defaults in turns with drawing and encoding alone
 *   npm run bench -- --report                      the table of what was measured before
 */
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFfmpeg } from '@framefarm/media';
import { packProgram } from '../scripts/packed-program.ts';
import type { Program } from './contestants/contestant.ts';
import { framefarm } from './contestants/framefarm.ts';
import { givenBrowser } from './contestants/given-browser.ts';
import { hyperframes } from './contestants/hyperframes.ts';
import { remotion } from './contestants/remotion.ts';
import { type BenchFlags, readFlags } from './flags.ts';
import { measureCase } from './measure/case.ts';
import { measureColours } from './quality/measure-colours.ts';
import { readResults, requireResults, withCase, withLimit, writeResults } from './report/results.ts';
import { stamp } from './report/stamp.ts';
import { table, verdicts } from './report/table.ts';
import { CASES, type Case, type Peer } from './scenes/cases.ts';

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const note = (text: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);

/** @returns names of the cases that could not be measured, of which no result is kept */
async function measure(flags: BenchFlags, scratch: string): Promise<readonly string[]> {
  const browser = await givenBrowser(flags.browser);
  const ffmpeg = (await findFfmpeg()).ffmpegPath;
  const peersOf = (item: Case): readonly Peer[] =>
    item.peers.filter((peer) => flags.peers === null || flags.peers.includes(peer));
  const wanted = new Set(flags.cases.flatMap(peersOf));
  const ours = framefarm(repository, await packProgram(repository, join(scratch, 'framefarm')));
  const programs: Program[] = [ours];
  if (wanted.has('hyperframes')) programs.push(await hyperframes(browser, scratch, flags.hyperframesDir));
  if (wanted.has('remotion')) programs.push(await remotion(browser, scratch, flags.remotionDir));
  const circumstances = stamp(programs, browser, ffmpeg, flags.runs);
  const failed: string[] = [];
  for (const item of flags.cases) {
    note(`${item.name}: ${item.seconds} s, ${item.width}x${item.height}, ${item.format} ${item.quality}`);
    const scratchDir = join(scratch, item.name);
    try {
      const result = await measureCase({
        item,
        runs: flags.runs,
        browser,
        ffmpeg,
        scratchDir,
        pictures: flags.pictures,
        limit: flags.limit,
        search: flags.search,
        programs: [ours, ...programs.filter(({ name }) => name !== 'framefarm' && peersOf(item).includes(name))],
        onNote: note,
      });
      if (flags.limitOnly && result.limit === null) throw new Error('no round of its limit could be measured');
      const kept = await readResults(flags.output);
      const results = flags.limitOnly
        ? withLimit(kept, item.name, result.limit)
        : withCase(kept, result, circumstances);
      await writeResults(flags.output, results);
    } catch (error) {
      // The scenes that follow are an hour's work of their own.
      note(`${item.name}: ${(error as Error).message}`);
      failed.push(item.name);
    }
    await rm(scratchDir, { recursive: true, force: true });
  }
  if (flags.colours) {
    const colours = await measureColours(programs, join(scratch, 'flat'), ffmpeg);
    await writeResults(flags.output, { ...(await readResults(flags.output)), colours });
  }
  return failed;
}

async function readOrRefuse(args: readonly string[]): Promise<BenchFlags> {
  try {
    const flags = readFlags(args);
    if (flags.limitOnly) {
      const kept = await readResults(flags.output);
      requireResults(
        kept,
        flags.cases.map(({ name }) => name),
      );
    }
    return flags;
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    process.stderr.write(`${error.message}\nThe options stand in bench/README.md.\n`);
    return process.exit(2);
  }
}

const flags = await readOrRefuse(process.argv.slice(2));
let failed: readonly string[] = [];
if (!flags.report) {
  const scratch = await mkdtemp(join(tmpdir(), 'framefarm-bench-'));
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  failed = await measure(flags, scratch);
}
const results = await readResults(flags.output);
const judged = verdicts(CASES, results);
console.log(`${table(CASES, results)}\n\n${judged.text}`);
if (failed.length > 0) console.error(`Not measured: ${failed.join(', ')}. What stands of these in the table is older.`);
if (failed.length > 0 || (flags.judge && !judged.met)) process.exitCode = 1;
