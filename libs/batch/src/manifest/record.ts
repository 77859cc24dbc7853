/** The manifest in memory and its text. Pure: a change costs one block of rows, not all of them. */
import type { Manifest, ManifestCounts, ManifestRow } from './model.js';

/** Rows whose text is kept together. */
const BLOCK_ROWS = 32;

export class BatchRecord {
  readonly #head: Pick<Manifest, 'version' | 'batchPath' | 'manifestPath'>;
  readonly #rows: ManifestRow[];
  /** Indented text of each block of rows, made again only when one of them changes. */
  readonly #blocks = new Map<number, Buffer>();
  readonly #counts = { completed: 0, failed: 0, skipped: 0 };

  constructor(batchPath: string, manifestPath: string, rows: readonly ManifestRow[]) {
    this.#head = { version: 1, batchPath, manifestPath };
    this.#rows = [...rows];
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
    this.#blocks.delete(Math.floor(index / BLOCK_ROWS));
    this.#count(next, 1);
  }

  get counts(): ManifestCounts {
    return { total: this.#rows.length, ...this.#counts };
  }

  get manifest(): Manifest {
    return { ...this.#head, ...this.counts, rows: [...this.#rows] };
  }

  /** Indented JSON of the whole manifest, in pieces; those without a change are the same objects as before. */
  text(): readonly Buffer[] {
    const open = JSON.stringify({ ...this.#head, ...this.counts }, null, 2).slice(0, -2);
    const blocks = Array.from({ length: Math.ceil(this.#rows.length / BLOCK_ROWS) }, (_, block) => this.#block(block));
    return [Buffer.from(`${open},\n  "rows": [\n`), ...blocks, Buffer.from('  ]\n}\n')];
  }

  #block(block: number): Buffer {
    const kept = this.#blocks.get(block);
    if (kept !== undefined) return kept;
    const end = (block + 1) * BLOCK_ROWS;
    const isLast = end >= this.#rows.length;
    const rows = this.#rows.slice(block * BLOCK_ROWS, end).map(indented);
    const made = Buffer.from(`${rows.join(',\n')}${isLast ? '' : ','}\n`);
    this.#blocks.set(block, made);
    return made;
  }

  #count({ status }: ManifestRow, by: 1 | -1): void {
    if (status === 'completed' || status === 'failed' || status === 'skipped') this.#counts[status] += by;
  }
}

function indented(row: ManifestRow): string {
  return `    ${JSON.stringify(row, null, 2).replaceAll('\n', '\n    ')}`;
}
