/** What was found out about a page besides its plan: missing assets, links that leave the project, frame loops. */
import {
  IN_ORDER,
  type InOrder,
  KEEPS,
  type MediaInfo,
  type PageReport,
  type PageWarning,
  type RenderPlan,
} from '@framefarm/contract';
import type { Site } from '../place/site.js';
import { MOST_LED_IN } from '../plan/chunks.js';
import type { DiskProject } from '../project/project-reader.js';
import type { Report } from '../run/report.js';

/** Tells all that is to be told of a page that has described itself, but for what depends on its plan. */
export function reportPage(
  page: PageReport,
  { site, project, media }: { readonly site: Site; readonly project: DiskProject; readonly media: MediaFacts },
  report: Report,
): void {
  reportAssets(site, report);
  reportOutsideLinks(site, project, report);
  reportFonts(page, report);
  reportGlyphs(page, report);
  reportLateStarts(page, media, report);
}

type MediaFacts = Readonly<Record<string, MediaInfo>>;

/**
 * Tells what the page asked for and could not have, unless it has been told of the image or the media element that asked.
 */
export function reportAssets(site: Site, report: Report): void {
  const failed = report.warnings.filter(({ code }) => code === 'media_load_failed');
  const told = new Set(failed.map(({ details }) => details?.source));
  const media = new Set(failed.map(({ details }) => URL.parse(String(details?.url), site.origin.url)?.href));
  report.warnAll(site.externals.warnings.filter(({ details }) => !told.has(details?.url)));
  for (const { path, destination, reason } of site.origin.missing) {
    if (told.has(path.replace(/^\//, '')) || media.has(`${site.origin.url}${path}`)) continue;
    const why = reason === 'missing' ? 'no such file in the project' : reason;
    report.warn({
      code: 'media_load_failed',
      // A request of a script has no destination, which browsers call "empty".
      message: `${destination === 'empty' ? 'request' : destination} ${path}: ${why}`,
      stage: 'compile',
      details: { path, destination },
    });
  }
}

/** Lists the links that were followed out of the project (composition-format 1). */
function reportOutsideLinks(site: Site, project: DiskProject, report: Report): void {
  const targets = [...new Set([...site.origin.outsideTargets, ...project.outsideLinks.values()])].sort();
  if (targets.length > 0) report.notice('outside_links', `links leave the project for ${targets.join(', ')}`);
}

/** Says which frames a render of a part makes, so that a forgotten flag is noticed, and what it may not have of those before. */
export function reportPart(
  { encoding, frames, compositionFrames, chunks }: RenderPlan,
  page: Pick<PageReport, 'keeps'>,
  report: Report,
): void {
  if (frames === compositionFrames) return;
  reportLeadIns(chunks, page, report);
  const { firstFrame } = encoding;
  const which = frames === 1 ? `frame ${firstFrame}` : `frames ${firstFrame} to ${firstFrame + frames - 1}`;
  report.notice(
    'partial_render',
    `${which} of ${compositionFrames} (0 to ${compositionFrames - 1}) ${frames === 1 ? 'is' : 'are'} rendered`,
  );
}

/** Tells of frames to which a page is led by fewer frames than there are before, although something of it may keep what it did in them. */
export function reportLeadIns(
  chunks: RenderPlan['chunks'],
  { keeps }: Pick<PageReport, 'keeps'>,
  report: Report,
): void {
  // A render that begins again may be led by all of them.
  report.withdraw('frames_before_skipped');
  const far = chunks.find(({ firstFrame, leadIn }) => leadIn === MOST_LED_IN && leadIn < firstFrame);
  if (keeps === null || far === undefined) return;
  report.warn({
    code: 'frames_before_skipped',
    message: `${KEEPS[keeps]}, and the page goes through no more than ${MOST_LED_IN} frames before frame ${far.firstFrame}: where what it shows depends on earlier ones, a render of the whole has other pictures there`,
    stage: 'capture',
    details: { frame: far.firstFrame, passed: MOST_LED_IN },
  });
}

/** Names the elements that begin where their source is over: most of them show a picture, but hardly the one that was meant. */
export function reportLateStarts(
  { videos, audio }: Pick<PageReport, 'videos' | 'audio'>,
  media: Readonly<Record<string, MediaInfo>>,
  report: Report,
): void {
  const named = new Map<string, string>();
  const look = (
    kind: 'video' | 'audio',
    { elementId, source, mediaStart }: PageReport['audio'][number] | PageReport['videos'][number],
  ): void => {
    const length = media[source]?.durationSeconds;
    if (length == null || mediaStart < length || named.has(elementId)) return;
    const then = kind === 'video' ? 'its last picture is held' : 'nothing is heard of it';
    named.set(
      elementId,
      `"${elementId}" begins at ${mediaStart} s of a source of ${Number(length.toFixed(3))} s: ${then}`,
    );
  };
  for (const video of videos) look('video', video);
  for (const track of audio) look('audio', track);
  if (named.size > 0) report.notice('media_start_after_end', [...named.values()].join('; '));
}

/** Says how a page is captured whose pictures depend on earlier frames (composition-format 7.2). */
export function reportInOrder(why: InOrder, sequential: boolean, report: Report): void {
  const fact = IN_ORDER[why];
  if (sequential) {
    report.notice('raf_loop_sequential', `${fact}; it is captured by one lane from frame 0`);
    return;
  }
  report.warn({
    code: 'raf_loop_parallel',
    message: `${fact}, and --workers was given: pictures may depend on the chunk they are in`,
    stage: 'capture',
  });
}

/** Tells what pages said while they captured; `fromTheFirst`: they went through all frames in order. */
export function reportCaptured(warnings: readonly PageWarning[], fromTheFirst: boolean, report: Report): void {
  const matters = warnings.filter(({ code }) => code !== 'transition_parallel' || !fromTheFirst);
  report.warnFromPage(matters, 'capture');
}

/** Names the families that end at a fallback: the commonest cause of a render that differs from its preview. */
function reportFonts(page: PageReport, report: Report): void {
  for (const { family, elements } of page.unresolvedFonts) {
    report.warn({
      code: 'font_unresolved',
      message: `the font "${family}" is neither bundled, installed nor declared with a source that is there; used by ${elements.slice(0, 5).join(', ')}`,
      stage: 'compile',
      details: { family, elements },
    });
  }
}

/** Names the characters in whose place the browser shows boxes, most of them emoji on a server. */
function reportGlyphs({ missingGlyphs }: PageReport, report: Report): void {
  if (missingGlyphs.length === 0) return;
  const codeOf = (character: string): string => `U+${character.codePointAt(0)?.toString(16).toUpperCase()}`;
  const named = missingGlyphs
    .slice(0, 5)
    .map(({ character, element }) => `${character} (${codeOf(character)}) in ${element}`);
  const more = missingGlyphs.length > named.length ? ` and ${missingGlyphs.length - named.length} more` : '';
  report.notice(
    'glyphs_missing',
    `no font has ${named.join(', ')}${more}: boxes are shown; give the page a font with them by @font-face, or install one`,
  );
}
