/** From the source of a submission to a checked composition; stored only when asked for. */
import type { RenderOptions } from '@framefarm/contract';
import { Inject, Injectable } from '@nestjs/common';
import { CompositionStore } from '../compositions/composition-store.js';
import { CONFIG, type ProducerConfig } from '../config/producer-config.js';
import { checkProject } from './project-checks.js';
import { Scratch } from './scratch.js';
import type { SourceDto } from './source-dto.js';
import { projectOfSource } from './source-project.js';

export interface PreparedSource {
  /** Null for a check, which stores nothing, of a project that is not uploaded. */
  readonly compositionId: string | null;
  readonly entryFile: string;
}

/** Looks at a project before it is stored; `directory` is null where nothing needed its files on disk. */
export type ProjectVisit = (directory: string | null, entryFile: string) => Promise<void>;

@Injectable()
export class SourcePreparation {
  constructor(
    private readonly scratch: Scratch,
    private readonly compositions: CompositionStore,
    @Inject(CONFIG) private readonly config: ProducerConfig,
  ) {}

  /**
   * Checks the source of a submission and stores it when `keep` is set; a download ends with `left`, when its client leaves.
   * @throws FramefarmError what source, entry file, lint and variables are refused with.
   */
  async prepare(
    owner: string,
    source: SourceDto,
    options: RenderOptions,
    askedEntry: string | undefined,
    keep: boolean,
    visit?: ProjectVisit,
    left?: AbortSignal,
  ): Promise<PreparedSource> {
    if (source.composition !== undefined) {
      return this.#known(owner, source.composition, options, askedEntry, visit);
    }
    return this.scratch.use(async (scratch) => {
      const project = await projectOfSource(source, askedEntry, scratch, this.config, left);
      const paths = project.listing.files.map(({ path }) => path);
      const checked = await checkProject(project.directory, paths, options, askedEntry);
      await visit?.(project.directory, checked.entryFile);
      if (!keep) return { compositionId: null, entryFile: checked.entryFile };
      const { record } = await this.compositions.keep(owner, project, checked, scratch);
      return { compositionId: record.id, entryFile: checked.entryFile };
    });
  }

  /** An uploaded composition was linted when it came; it is unpacked only where these options ask for more. */
  async #known(
    owner: string,
    id: string,
    options: RenderOptions,
    askedEntry: string | undefined,
    visit: ProjectVisit | undefined,
  ): Promise<PreparedSource> {
    const record = await this.compositions.find(owner, id);
    const isOtherEntry = askedEntry !== undefined && askedEntry !== record.entryFile;
    if (!isOtherEntry && !asksOfProject(options)) {
      await visit?.(null, record.entryFile);
      return { compositionId: id, entryFile: record.entryFile };
    }
    return this.scratch.use(async (scratch) => {
      const { directory, listing } = await this.compositions.unpack(record, scratch);
      const paths = listing.files.map(({ path }) => path);
      const { entryFile } = await checkProject(directory, paths, options, askedEntry ?? record.entryFile);
      await visit?.(directory, entryFile);
      return { compositionId: id, entryFile };
    });
  }
}

/** Whether a project that rendered with the defaults could be refused with these options. */
function asksOfProject({ strict, strictVariables, resolution, range }: RenderOptions): boolean {
  return strict !== 'off' || strictVariables || resolution !== null || range !== null;
}
