/** Brings a revision to its first frame, by the steps of a render (composition-format 7.4). */
import type { PageReport, PageWarning } from '@framefarm/contract';
import { type MediaAnswer, PATHS, type PicturesAnswer, type PreviewState } from '../protocol.js';
import { post } from './server-link.js';
import { openStageFrame, type StageFrame } from './stage-frame.js';

/** Rounds of asking for facts about media that scripts added; each round may reveal more. */
const MAX_MEDIA_ROUNDS = 5;
/** Size of the page until a script has made the root (composition-format 2). */
const DEFAULT_SIZE = { width: 1080, height: 1920 };

export interface LoadedComposition {
  readonly frame: StageFrame;
  readonly report: PageReport;
  readonly frames: number;
  readonly width: number;
  readonly height: number;
}

export interface LoadSteps {
  /** Says what is being waited for. */
  readonly step: (words: string) => void;
  readonly warnings: (found: readonly PageWarning[]) => void;
  /** True when another revision has taken this one's place. */
  readonly isOver: () => boolean;
}

/** Resolves with null when the revision is not wanted any more. Rejects when it cannot be shown; its frame is gone then. */
export async function loadComposition(
  parent: Element,
  state: PreviewState,
  steps: LoadSteps,
): Promise<LoadedComposition | null> {
  const size = { width: state.width ?? DEFAULT_SIZE.width, height: state.height ?? DEFAULT_SIZE.height };
  steps.step('Loading the page');
  const frame = await openStageFrame(parent, state.stagePort, size.width, size.height);
  try {
    const loaded = await settle(frame, state, steps);
    if (loaded === null) frame.remove();
    return loaded;
  } catch (error) {
    frame.remove();
    throw error;
  }
}

async function settle(frame: StageFrame, state: PreviewState, steps: LoadSteps): Promise<LoadedComposition | null> {
  const settled = await frame.call('settle', { budgetMs: state.settleMs });
  steps.warnings(await frame.call('warnings', null));
  if (!settled.hasRoot) {
    throw new Error(
      `No element outside a <template> carries data-composition-id${settled.rootHint === null ? '' : `; ${settled.rootHint}`}.`,
    );
  }
  let report = await frame.call('describe', null);
  for (let round = 0; report.unknownMedia.length > 0 && round < MAX_MEDIA_ROUNDS && !steps.isOver(); round += 1) {
    const { videos } = report;
    const wanted = report.unknownMedia.map((url) => ({
      url,
      kind: videos.some((video) => video.source === url) ? 'video' : 'audio',
    }));
    const learned = await post<MediaAnswer>(PATHS.media, { revision: state.revision, wanted });
    if (Object.keys(learned).length === 0) break;
    await frame.call('provideMedia', learned);
    report = await frame.call('describe', null);
  }
  if (steps.isOver()) return null;
  steps.step(report.videos.length === 0 ? 'Measuring' : 'Preparing the pictures of videos');
  const { frames, videos } = await post<PicturesAnswer>(PATHS.pictures, { revision: state.revision, report });
  if (steps.isOver()) return null;
  frame.element.style.width = `${report.width}px`;
  frame.element.style.height = `${report.height}px`;
  await frame.call('prepare', { frames, fps: state.fps, videos });
  steps.warnings(await frame.call('warnings', null));
  return { frame, report, frames, width: report.width, height: report.height };
}
