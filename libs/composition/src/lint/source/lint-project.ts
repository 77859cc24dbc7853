/** The whole project as lint sees it: every source once, and the tree of mounts. */
import { asFramefarmError } from '@framefarm/contract';
import { Compilation } from '../../compilation.js';
import { inlineTemplate } from '../../nesting/child-document.js';
import { MAX_MOUNTS } from '../../nesting/expansion.js';
import type { Element } from '../../source/dom.js';
import { joinClamped, projectPathOf } from '../../source/paths.js';
import type { ProjectReader } from '../../source/project-reader.js';
import { loadChild, loadEntry, loadInline, templatesOf } from './load-unit.js';
import type { Host, Unit } from './unit.js';

/** One mount of a source; the entry's has no host. */
export interface Mount {
  /** Unique among all mounts. */
  readonly key: string;
  readonly unit: Unit;
  readonly host: Host | null;
  readonly parent: Mount | null;
}

/** A host whose file cannot be used. */
export interface FailedMount {
  readonly unit: Unit;
  readonly host: Host;
  readonly reason: string;
}

/** A host that mounts what it stands in. */
export interface Cycle {
  readonly unit: Unit;
  readonly host: Host;
  /** Files from the entry down, the one that comes again last; `#id` for a template. */
  readonly stack: readonly string[];
}

export interface LintProject {
  readonly entry: Unit;
  /** Each source once, the entry first. */
  readonly units: readonly Unit[];
  readonly mounts: readonly Mount[];
  readonly failed: readonly FailedMount[];
  readonly cycles: readonly Cycle[];
  readonly work: Compilation;
  mountsOf(unit: Unit): readonly Mount[];
}

/** Null when the entry does not exist. What the reader throws for the entry passes through. */
export async function loadProject(project: ProjectReader, entryFile: string): Promise<LintProject | null> {
  const work = new Compilation(project);
  const file = joinClamped('', entryFile);
  const text = await work.readText(file);
  if (text === null) return null;
  const entry = await loadEntry(text, file, work);
  const loading = new Loading(work);
  await loading.visit({ key: '', unit: entry, host: null, parent: null }, [file]);
  return {
    entry,
    units: [...new Set([entry, ...loading.mounts.map((mount) => mount.unit)])],
    mounts: loading.mounts,
    failed: loading.failed,
    cycles: loading.cycles,
    work,
    mountsOf: (unit) => loading.mounts.filter((mount) => mount.unit === unit),
  };
}

class Loading {
  readonly mounts: Mount[] = [];
  readonly failed: FailedMount[] = [];
  readonly cycles: Cycle[] = [];
  readonly #units = new Map<string, Promise<Unit>>();
  readonly #inline = new Map<Element, Promise<Unit>>();

  constructor(private readonly work: Compilation) {}

  /** `stack` holds the files from the entry down: a mount of one of them is a cycle, which ends there. */
  async visit(mount: Mount, stack: readonly string[]): Promise<void> {
    this.mounts.push(mount);
    for (const [index, host] of mount.unit.hosts.entries()) {
      if (this.mounts.length > MAX_MOUNTS) return;
      const key = `${mount.key}/${index}`;
      if (host.source === null) {
        const template = inlineTemplate(templatesOf(mount.unit.elements), host.id);
        const name = `#${host.id}`;
        if (template === undefined || this.#isCycle(mount.unit, host, stack, name)) continue;
        const unit = this.#inline.get(template) ?? loadInline(mount.unit, template, host.id, this.work);
        this.#inline.set(template, unit);
        await this.visit({ key, unit: await unit, host, parent: mount }, [...stack, name]);
        continue;
      }
      const path = projectPathOf(host.source);
      if (path !== null && this.#isCycle(mount.unit, host, stack, path)) continue;
      const unit = await this.#load(mount.unit, host, path);
      if (unit !== null) await this.visit({ key, unit, host, parent: mount }, [...stack, path ?? '']);
    }
  }

  #isCycle(unit: Unit, host: Host, stack: readonly string[], name: string): boolean {
    const found = stack.includes(name);
    if (found) this.cycles.push({ unit, host, stack: [...stack, name] });
    return found;
  }

  async #load(outer: Unit, host: Host, path: string | null): Promise<Unit | null> {
    const fail = (reason: string): null => {
      this.failed.push({ unit: outer, host, reason });
      return null;
    };
    if (path === null || path === '') return fail(`"${host.source}" is not the path of a project file`);
    const key = `${path}\n${host.id}`;
    try {
      let unit = this.#units.get(key);
      if (unit === undefined) {
        const text = await this.work.readText(path);
        if (text === null) return fail(`${path} does not exist (the path is relative to the project root)`);
        unit = loadChild(text, path, host.id, this.work);
        this.#units.set(key, unit);
      }
      return await unit;
    } catch (error) {
      return fail(asFramefarmError(error).message);
    }
  }
}
