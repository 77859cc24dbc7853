/** Tells what happens in a batch, in order, and only what the manifest on disk already says. */
import type { RenderEvent, Warning } from '@framefarm/contract';
import type { BatchEvent, BatchListener } from './events.js';
import type { ManifestRow } from './manifest/model.js';
import type { BatchRecord } from './manifest/record.js';
import type { ManifestWriter } from './manifest/writer.js';

export class Journal {
  #tail: Promise<void> = Promise.resolve();
  /** Render events of rows that have not been reported; only the last progress of each is kept. */
  readonly #held = new Map<number, RenderEvent[]>();
  readonly #shown = new Set<number>();
  readonly #stages = new Map<number, string>();
  /** What the render of a row has warned of; one that a farm plans anew says the same once more. */
  readonly #warnings = new Map<number, Map<string, Warning>>();

  constructor(
    private readonly record: BatchRecord,
    private readonly writer: ManifestWriter,
    private readonly listener: BatchListener,
    /** Called once the manifest cannot be written. */
    private readonly onLost: (error: unknown) => void,
  ) {}

  /** Changes a row of the manifest and tells `event` when the change is on disk. */
  change(index: number, change: Partial<ManifestRow>, event: BatchEvent): void {
    this.record.change(index, change);
    this.tellSaved(event);
  }

  /** Tells `event` when the manifest as it is now is on disk. */
  tellSaved(event: BatchEvent): void {
    const saved = this.writer.save();
    saved.catch(this.onLost);
    this.#tail = this.#tail.then(() => saved).then(() => this.listener(event));
    this.#tail.catch(() => {}); // Whoever waits for the end is told, see `settled`.
  }

  /** An event of a render: told at once when its row is reported as running, else with its start. */
  renderEvent(index: number, event: RenderEvent): void {
    if (event.kind === 'progress') this.#stages.set(index, event.stage);
    if (event.kind === 'warning') this.#keep(index, event.warning);
    if (event.kind === 'log') {
      this.listener({ kind: 'row-render', index, event });
      return;
    }
    if (this.#shown.has(index)) {
      this.#tell({ kind: 'row-render', index, event });
      return;
    }
    const held = this.#held.get(index) ?? [];
    const kept = event.kind === 'progress' ? held.filter((one) => one.kind !== 'progress') : held;
    kept.push(event);
    this.#held.set(index, kept);
  }

  /** From now on the row's events are told; those that were held come first. */
  show(index: number): void {
    this.#shown.add(index);
    for (const event of this.#held.get(index) ?? []) this.#tell({ kind: 'row-render', index, event });
    this.#held.delete(index);
  }

  /** The stage that the row's render has reached, or null. */
  stage(index: number): string | null {
    return this.#stages.get(index) ?? null;
  }

  /** What the row's render has warned of so far. */
  warnings(index: number): readonly Warning[] {
    return [...(this.#warnings.get(index)?.values() ?? [])];
  }

  /** What the row's render has warned of so far is not of its run any more. */
  forgetWarnings(index: number): void {
    this.#warnings.delete(index);
  }

  /** The row is over. */
  forget(index: number): void {
    this.#stages.delete(index);
    this.#warnings.delete(index);
    this.#shown.delete(index);
    this.#held.delete(index);
  }

  /** Resolves when everything has been told. @throws what kept the manifest from being written */
  async settled(): Promise<void> {
    await this.#tail;
  }

  #keep(index: number, warning: Warning): void {
    const kept = this.#warnings.get(index) ?? new Map<string, Warning>();
    kept.set(`${warning.code}\0${warning.message}`, warning);
    this.#warnings.set(index, kept);
  }

  #tell(event: BatchEvent): void {
    this.#tail = this.#tail.then(() => this.listener(event));
    this.#tail.catch(() => {});
  }
}
