/** What the farm's benchmarks print and leave: lines for people, one JSON file with the machine and its load. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const round = (value, digits = 2) => Math.round(value * 10 ** digits) / 10 ** digits;

export const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;

export function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** `share` from 0 to 1: the value that this share of the list does not exceed. */
export function quantile(list, share) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

/** The machine as it is now; figures of a busy one say little. */
export function machine() {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: round(totalmem() / 1024 ** 3, 1),
    node: process.version,
    load: round(loadavg()[0]),
  };
}

/** Prints rows of cells in columns, the first one to the left. */
export function table(rows) {
  const texts = rows.map((row) => row.map((cell) => String(cell ?? '-')));
  const widths = texts[0].map((_, column) => Math.max(...texts.map((row) => row[column].length)));
  for (const row of texts) {
    console.log(
      `  ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ')}`,
    );
  }
}

/** Writes the results; `file` from the working directory, else the benchmark's own below `bench/results`. */
export function writeResults(name, results, file = join(repository, 'bench/results', `${name}.json`)) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  console.log(`  results: ${file}`);
}

/** Says of each bar whether it is kept; the process ends with 1 when one is not. */
export function judge(bars) {
  for (const { what, value, limit, kept } of bars)
    console.log(`  ${kept ? 'kept  ' : 'MISSED'} ${what}: ${value} (bar ${limit})`);
  if (bars.some(({ kept }) => !kept)) process.exitCode = 1;
}
