/** A render and the rows of its present run, read by one script. */
import type { RunLook, RunView } from '../api/view.js';
import { look } from '../lua/look.js';
import { fields } from '../redis/flat.js';
import type { Flat, Room } from '../redis/room.js';
import type { StepRow } from '../steps/payloads.js';
import { stepRow } from '../steps/step-codec.js';
import { chunkRow } from './chunk-codec.js';
import type { ChunkRow } from './chunk-row.js';
import { renderOf } from './record-codec.js';

type Answer = readonly [] | readonly [number, Flat, Flat, Flat, Flat];

export class RedisRunView implements RunView {
  #steps = new Decoded<StepRow>(stepRow);
  #chunks = new Decoded<ChunkRow>((index, text) => chunkRow(Number(index), text));

  constructor(
    private readonly room: Room,
    private readonly id: string,
  ) {}

  async look(): Promise<RunLook | null> {
    const answer = await this.room.run<Answer>(look, { id: this.id });
    if (answer.length === 0) return null;
    const [now, record, steps, live, chunks] = answer;
    return {
      now,
      record: renderOf(fields(record) ?? {}),
      steps: this.#steps.rows(steps),
      live: new Set(live),
      chunks: [...this.#chunks.rows(chunks)].sort((one, other) => one.index - other.index),
    };
  }
}

/** Rows of a hash, decoded again only where their text has changed. */
class Decoded<Row> {
  #known = new Map<string, { readonly text: string; readonly row: Row }>();

  constructor(private readonly decode: (name: string, text: string) => Row) {}

  rows(flat: Flat): readonly Row[] {
    const present = new Map<string, { readonly text: string; readonly row: Row }>();
    for (const [name, text] of Object.entries(fields(flat) ?? {})) {
      const known = this.#known.get(name);
      present.set(name, known?.text === text ? known : { text, row: this.decode(name, text) });
    }
    this.#known = present;
    return [...present.values()].map(({ row }) => row);
  }
}
