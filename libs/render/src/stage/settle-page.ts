/** Bringing a page to rest and learning what it is made of (composition-format 7.4). */

import type { Stage } from '@framefarm/browser';
import { FramefarmError, type MediaInfo, type PageReport } from '@framefarm/contract';
import type { MediaSources } from '../media/media-sources.js';
import type { Report } from '../run/report.js';

/** Rounds of asking for facts about media that scripts added; each round may reveal more. */
const MAX_MEDIA_ROUNDS = 5;

/**
 * Settles the page and describes it, supplying facts about media that only scripts named. `media` gains what was
 * learned, so that lanes start with it.
 * @throws FramefarmError `COMPOSITION_ROOT_MISSING`, and what {@link MediaSources.get} throws.
 */
export async function settleAndDescribe(
  stage: Stage,
  budgetMs: number,
  media: Record<string, MediaInfo>,
  sources: MediaSources,
  report: Report,
): Promise<PageReport> {
  await settle(stage, budgetMs, report);
  for (let round = 0; ; round += 1) {
    const page = await stage.describe();
    report.warnFromPage(await stage.takeWarnings(), 'compile');
    const unknown = page.unknownMedia.filter((url) => media[url] === undefined);
    if (unknown.length === 0 || round === MAX_MEDIA_ROUNDS) return page;
    const learned: Record<string, MediaInfo> = {};
    for (const url of unknown) {
      const isVideo = page.videos.some((video) => video.source === url);
      const source = await sources.get(url, isVideo ? 'video' : 'audio', null);
      if (source !== null) learned[url] = source.info;
    }
    if (Object.keys(learned).length === 0) return page;
    Object.assign(media, learned);
    await stage.provideMedia(learned);
  }
}

/** Settles the page of a lane or of the planning stage; a page without root fails at once. */
export async function settle(stage: Stage, budgetMs: number, report: Report): Promise<void> {
  const settled = await stage.settle(budgetMs);
  if (!settled.hasRoot) {
    report.warnFromPage(await stage.takeWarnings(), 'compile');
    throw new FramefarmError(
      'COMPOSITION_ROOT_MISSING',
      `no element outside a <template> carries data-composition-id${settled.rootHint === null ? '' : `; ${settled.rootHint}`}`,
      { stage: 'compile' },
    );
  }
}
