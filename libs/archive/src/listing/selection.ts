/** The files chosen for an archive, under the rules for names and within the limits that a farm applies to it. */
import type { ArchiveLimits } from '../limits.js';
import { NameRegister } from '../names/name-register.js';
import { projectPath } from '../names/project-path.js';
import { rejectedEntry } from '../rejected.js';
import { Budget } from '../unpack/budget.js';
import type { LeftOut } from './left-out.js';

export class Selection {
  /** Project path → file on disk. */
  readonly files = new Map<string, string>();
  /** Files whose names a farm refuses. */
  readonly unnameable: LeftOut[] = [];
  readonly #names = new NameRegister();
  readonly #budget: Budget;

  constructor(readonly limits: ArchiveLimits) {
    this.#budget = new Budget(limits, Number.POSITIVE_INFINITY);
  }

  has(path: string): boolean {
    return this.files.has(path.normalize('NFC'));
  }

  /** Takes a file of `size` bytes; throws ARCHIVE_REJECTED when it collides with another or is too much. */
  take(diskPath: string, source: string, size: number): void {
    const name = projectPath(diskPath, this.limits);
    if (!name.ok) {
      this.unnameable.push({ path: diskPath, reason: 'name', detail: name.reason });
      return;
    }
    const fault = this.#names.addFile(name.path);
    if (fault !== null) throw rejectedEntry(name.path, fault, 'Rename one of them.');
    this.#budget.entry();
    this.#budget.content(name.path, size, size);
    this.files.set(name.path, source);
  }
}
