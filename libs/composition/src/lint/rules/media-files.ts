/** Files that the composition names (reference: composition-format 9 and 11). */
import { attribute, type Element } from '../../source/dom.js';
import { assetUrl, projectPathOf } from '../../source/paths.js';
import { nameOf, type Rule } from '../rule.js';
import { joinsMix } from '../source/joins-mix.js';
import { isMedia, resolveProject } from '../source/timing.js';
import type { AssetUse } from '../source/unit.js';
import { sourceOf } from './media-elements.js';

const PLACEHOLDER_HOST =
  /^https?:\/\/(?:[\w-]+\.)*(?:example\.(?:com|org|net)|via\.placeholder\.com|placeholder\.com|placehold\.(?:co|it)|dummyimage\.com|your-?(?:domain|site|cdn|bucket)[\w-]*\.\w+)(?:[/:]|$)/i;
const PLACEHOLDER_PATH =
  /(?:^|\/)path\/to\/|(?:^|\/)(?:your|my|insert|replace)[-_ ]?(?:own[-_ ])?(?:video|audio|image|photo|music|media|file|logo)[\w -]*\.\w+$|(?:^|\/)placeholder[\w -]*\.\w+$|(?:^|\/)(?:todo|tbd|xxx)(?:\.\w+)?$/i;

/** GSAP files that a project lacks are served from the installed package by their name (composition-format 11.2). */
const SERVED_BY_NAME =
  /(?:^|\/)(?:gsap|ScrollTrigger|SplitText|MotionPathPlugin|MorphSVGPlugin|DrawSVGPlugin|TextPlugin|Flip|CustomEase|Draggable|Observer|ScrollToPlugin|EasePack|[A-Z]\w+Plugin)(?:\.min)?\.js$/;

const isMediaKind = ({ kind }: AssetUse): boolean => ['video', 'audio', 'image'].includes(kind);

export const assetFiles: Rule = async (project, report) => {
  for (const unit of project.units) {
    for (const use of unit.assets) {
      const { element, url, kind, file } = use;
      // A binding replaces what is written; an icon of the page is never drawn.
      if (
        element !== null &&
        (attribute(element, 'data-var-src') !== null || (element.tagName === 'link' && kind === 'other'))
      )
        continue;
      const where = element === null ? `${file}` : nameOf(element);
      const at = { unit, file, ...(element === null ? {} : { element }) };
      const path = projectPathOf(url);
      if (path === null) {
        if (isMediaKind(use) && PLACEHOLDER_HOST.test(url)) {
          report('placeholder_media_url', {
            ...at,
            message: `${where} names the placeholder ${url}`,
            fixHint: 'Name the real file.',
          });
        }
        continue;
      }
      if (path === '' || (await project.work.urls.exists(path))) continue;
      if (isMediaKind(use) && PLACEHOLDER_PATH.test(path)) {
        report('placeholder_media_url', {
          ...at,
          message: `${where} names the placeholder "${path}"`,
          fixHint: 'Name the real file.',
        });
      } else if (kind === 'script' && SERVED_BY_NAME.test(path)) {
      } else {
        report(kind === 'audio' ? 'audio_src_not_found' : 'missing_local_asset', {
          ...at,
          message: `${where} names "${path}", and the project has no such file`,
          fixHint: 'Correct the path (it is relative to this file or to the project root), or add the file.',
        });
      }
    }
  }
};

/** A video with sound and an audio element that play the same file at the same time. */
export const doubleSources: Rule = (project, report) => {
  const { placed, resolved } = resolveProject(project);
  const heard = placed.filter(({ element }) => isMedia(element) && joinsMix(element));
  const keyOf = (element: Element): string | null => {
    const url = sourceOf(element);
    return url === null ? null : assetUrl(url);
  };
  for (const video of heard.filter(({ element }) => element.tagName === 'video')) {
    const url = keyOf(video.element);
    const own = resolved.windows.get(video.timed.key);
    const audio = heard.find(({ element, timed }) => {
      const window = resolved.windows.get(timed.key);
      if (element.tagName !== 'audio' || keyOf(element) !== url || window === undefined || own === undefined)
        return false;
      return (
        window.start < (own.end ?? Number.POSITIVE_INFINITY) && own.start < (window.end ?? Number.POSITIVE_INFINITY)
      );
    });
    if (url === null || audio === undefined) continue;
    report('video_audio_double_source', {
      unit: video.mount.unit,
      element: video.element,
      message: `${nameOf(video.element)} and ${nameOf(audio.element)} both play the sound of "${url}" at the same time`,
      fixHint: 'Add muted to the video, or remove the audio element.',
    });
  }
};
