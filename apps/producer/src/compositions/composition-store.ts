/** Projects kept by the farm under the name of their content (http-api 3.7). */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { PACKED_TYPE, type ProjectListing, packProject, unpackProject } from '@framefarm/archive';
import { FramefarmError } from '@framefarm/contract';
import { type CompositionRecord, type Farm, STORE_KEYS } from '@framefarm/farm';
import type { ObjectStore } from '@framefarm/storage';
import { Inject, Injectable } from '@nestjs/common';
import type { CheckedProject } from '../sources/project-checks.js';
import { FARM, STORE } from '../tokens.js';

@Injectable()
export class CompositionStore {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    @Inject(STORE) private readonly store: ObjectStore,
  ) {}

  /** @throws FramefarmError COMPOSITION_NOT_FOUND, also for one of another owner. */
  async find(owner: string, id: string): Promise<CompositionRecord> {
    const record = await this.farm.compositions.get(owner, id);
    if (record !== null) return record;
    throw notFound('There is no composition of this id.');
  }

  /**
   * As {@link find}, and its archive is there: who goes by it does not upload.
   * @throws FramefarmError COMPOSITION_NOT_FOUND, also where the store has lost the archive.
   */
  async findWhole(owner: string, id: string): Promise<CompositionRecord> {
    const record = await this.find(owner, id);
    if (await this.#hasArchive(record)) return record;
    throw notFound('The archive of this composition is not in the store any more.');
  }

  async #hasArchive({ storeKey }: CompositionRecord): Promise<boolean> {
    return (await this.store.head(storeKey)) !== null;
  }

  /** Stores the project in `directory` unless the farm has it; `scratch` takes the archive on its way. */
  async keep(
    owner: string,
    project: { readonly directory: string; readonly listing: ProjectListing },
    checked: CheckedProject,
    scratch: string,
  ): Promise<{ readonly record: CompositionRecord; readonly created: boolean }> {
    const { listing } = project;
    const found = await this.farm.compositions.get(owner, listing.id);
    const known = found !== null && (await this.farm.compositions.touch(owner, listing.id)) ? found : null;
    // A store that was emptied, or put back to an earlier day, has less than Redis knows of.
    if (known !== null && (await this.#hasArchive(known))) return { record: known, created: false };
    const archive = join(scratch, 'project.zip');
    await packProject(project.directory, listing, archive);
    const usualKey = known?.storeKey ?? STORE_KEYS.composition(owner, listing.id);
    const holder = randomUUID();
    const [isHeld] = await this.farm.retention.hold([usualKey], holder);
    // An archive that retention removes this moment is none to rely on.
    const storeKey = isHeld ? usualKey : `${usualKey}.${randomUUID()}`;
    await this.store.putFile(storeKey, archive, { ifAbsent: isHeld === true, contentType: PACKED_TYPE });
    const kept = await this.farm.compositions.put({
      id: listing.id,
      owner,
      entryFile: checked.entryFile,
      files: listing.files.length,
      size: listing.totalBytes,
      lint: checked.lint,
      storeKey,
    });
    await this.farm.retention.free([usualKey], holder);
    return kept;
  }

  /** Unpacks a kept project into `scratch`. @throws FramefarmError STORE_UNAVAILABLE when its archive is gone. */
  async unpack(record: CompositionRecord, scratch: string): Promise<{ directory: string; listing: ProjectListing }> {
    const archive = join(scratch, 'project.zip');
    if (!(await this.store.fetchFile(record.storeKey, archive))) {
      throw new FramefarmError('STORE_UNAVAILABLE', `the archive of ${record.id} is not in the store`);
    }
    const directory = join(scratch, 'project');
    return { directory, listing: await unpackProject(archive, PACKED_TYPE, directory) };
  }
}

function notFound(message: string): FramefarmError {
  return new FramefarmError('COMPOSITION_NOT_FOUND', message, {
    hint: 'Upload it to POST /compositions; it is kept 30 days after its last use.',
  });
}
