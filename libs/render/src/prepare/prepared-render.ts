/** A render whose plan stands: what it was made from, and the page that has planned it. */
import type { Stage } from '@framefarm/browser';
import type { LintResult } from '@framefarm/composition';
import type { CompiledComposition, MediaInfo, PageReport, RenderPlan, SurfaceObstacle } from '@framefarm/contract';
import type { MediaPlan } from '../plan/video-span.js';
import type { Ground } from '../run/ground.js';
import type { StageSource } from '../stage/stage-source.js';

export interface UnprovedSurface {
  /** Frames to compare, ascending. */
  readonly frames: readonly number[];
  /** To be called when they are equal: later renders of the document need only confirm it. */
  readonly onProved: () => void;
  /** The page is known to keep what it has shown. */
  readonly remembers: boolean;
}

export interface PreparedRender extends Ground {
  readonly plan: RenderPlan;
  /** The source as compiled. */
  readonly compiled: CompiledComposition;
  /** The page as it described itself. */
  readonly page: PageReport;
  /** Facts about media sources, by URL as the page names it. */
  readonly media: Readonly<Record<string, MediaInfo>>;
  readonly lint: LintResult;
  /** How lanes open their stages. */
  readonly source: StageSource;
  /** The settled planning stage. */
  readonly planning: Stage;
  /** Memory of its browser with a page that captures, bytes; 0 when it cannot be measured, or decides nothing. */
  readonly browserBytes: number;
  /** True when the planning stage can capture as the plan says. */
  readonly planningFits: boolean;
  /** To be called when the surface turns out not to show all of the page, and why, or that one of its pictures `differed`: later renders of the document do without. */
  readonly onUnfit: (obstacle: string, differed?: boolean) => void;
  /** One lane captures all, as what is shown depends on the frames before. */
  readonly inOrder: boolean;
  /** To be called when that turns out of several lanes, and why: later renders of the document begin so. */
  readonly onDependent: (why: string) => void;
  /** What has still to be proved of the surface while it is captured; null when nothing has, or when there is none. */
  readonly unproved: UnprovedSurface | null;
  /** Ends the planning stage, unless it was handed over, and the site. */
  close(): Promise<void>;
  /** Hands a settled stage to the first lane, which closes it; null when there is none that fits. */
  handOver(): Promise<Stage | null>;
}

export interface PrepareOptions {
  /** Absolute path of what will be made here; null, the default, where no output is. */
  readonly outputPath?: string | null;
  /** Told what the page shows as soon as that is known, before it is decided how it is captured. */
  readonly onDescribed?: ((ground: Ground, plan: MediaPlan) => void) | undefined;
  /** The caller captures all frames and proves the surface on its way, as {@link PreparedRender.unproved} says. */
  readonly proveBeside?: boolean;
  /** Nothing is captured: what can be proved without is proved, and the rest decided as the render would. */
  readonly dryRun?: boolean;
  /** The render is a row among others, of whose document's surface no more than a first frame is compared. */
  readonly isRow?: boolean;
  /** One lane captures all, however many were asked for. Default false. */
  readonly inOrder?: boolean;
  /** Each chunk is captured by a page that has gone through all frames before it. Default false. */
  readonly leadIns?: boolean;
  /** The page may decode videos by itself. Default true. */
  readonly decodeVideos?: boolean;
  /**
   * What a surface cannot show is looked for in all frames before the plan stands: the chunks of a farm begin again all together. Where
   * there is one chunk alone it finds that as soon, and goes on from the page that has planned.
   */
  readonly looksAhead?: boolean;
  /** What a surface did not show of the page when it was captured before: this time it is captured without one. */
  readonly refuted?: SurfaceObstacle | null;
}
