/** The manifest in memory and its text. Pure: a change costs one row, not all of them. */
import type { Manifest, ManifestCounts, ManifestRow } from './model.js';

export class BatchRecord {
  readonly #head: Pick<Manifest, 'version' | 'batchPath' | 'manifestPath'>;
  readonly #rows: ManifestRow[];
  /** Indented text of each row, made again only when the row changes. */
  readonly #texts: (string | null)[];
  readonly #counts = { completed: 0, failed: 0, skipped: 0 };

  constructor(batchPath: string, manifestPath: string, rows: readonly ManifestRow[]) {
    this.#head = { version: 1, batchPath, manifestPath };
    this.#rows = [...rows];
    this.#texts = rows.map(() => null);
    for (const row of rows) this.#count(row, 1);
  }

  row(index: number): ManifestRow {
    const row = this.#rows[index];
    if (row === undefined) throw new RangeError(`the batch has no row ${index}`);
    return row;
  }

  change(index: number, change: Partial<ManifestRow>): void {
    const row = this.row(index);
    this.#count(row, -1);
    const next = { ...row, ...change };
    this.#rows[index] = next;
    this.#texts[index] = null;
    this.#count(next, 1);
  }

  get counts(): ManifestCounts {
    return { total: this.#rows.length, ...this.#counts };
  }

  get manifest(): Manifest {
    return { ...this.#head, ...this.counts, rows: [...this.#rows] };
  }

  /** Indented JSON of the whole manifest. */
  text(): string {
    const open = JSON.stringify({ ...this.#head, ...this.counts }, null, 2).slice(0, -2);
    const rows = this.#rows.map((row, index) => (this.#texts[index] ??= indented(row)));
    return `${open},\n  "rows": [\n${rows.join(',\n')}\n  ]\n}\n`;
  }

  #count({ status }: ManifestRow, by: 1 | -1): void {
    if (status === 'completed' || status === 'failed' || status === 'skipped') this.#counts[status] += by;
  }
}

function indented(row: ManifestRow): string {
  return `    ${JSON.stringify(row, null, 2).replaceAll('\n', '\n    ')}`;
}
