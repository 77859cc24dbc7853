/** Attributes of audio and video elements (reference: composition-format 9). */
import { playedSource } from '../../assets/played-source.js';
import { attribute, childrenOf, type Element, isElement } from '../../source/dom.js';
import { parseSeconds } from '../../timing/index.js';
import { nameOf, type Rule, startTag } from '../rule.js';
import { isMedia } from '../source/timing.js';
import type { Unit } from '../source/unit.js';

const media = (unit: Unit): Element[] => unit.elements.filter(isMedia);

/** URL that a media element plays, as written; null where that is none, or is not known from the text. */
export function sourceOf(element: Element): string | null {
  const played = playedSource(element);
  const url = played === null ? '' : (attribute(played, 'src')?.trim() ?? '');
  return url === '' ? null : url;
}

export const mediaSources: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const element of media(unit)) {
      if (namesSource(element) || isNamedInScripts(unit, element)) continue;
      report('media_missing_src', {
        unit,
        element,
        message: `${nameOf(element)} has no src and no <source>`,
        fixHint: 'Name a file of the project: src="media/clip.mp4".',
      });
    }
  }
};

/** One of its sources may be played, or is bound to a variable. */
const namesSource = (element: Element): boolean =>
  [element, ...childrenOf(element).filter(isElement)].some(
    (one) => (attribute(one, 'src')?.trim() ?? '') !== '' || attribute(one, 'data-var-src') !== null,
  );

/** A script may give the element its source. */
function isNamedInScripts(unit: Unit, element: Element): boolean {
  const names = [attribute(element, 'id'), element.tagName].filter((name) => name !== null && name !== '');
  return unit.scripts.some(({ parsed }) =>
    parsed?.tree
      .of('Literal')
      .some(({ value }) => typeof value === 'string' && names.some((name) => value === name || value === `#${name}`)),
  );
}

export const mediaIds: Rule = ({ units }, report) => {
  for (const unit of units) {
    const seen = new Set<string>();
    for (const element of media(unit)) {
      const id = attribute(element, 'id') ?? '';
      if (id === '') {
        report('media_missing_id', {
          unit,
          element,
          message: `<${element.tagName}${sourceOf(element) === null ? '' : ` src="${sourceOf(element)}"`}> has no id, so nothing can refer to it`,
          fixHint: 'Give it an id of its own.',
        });
      } else if (seen.has(id)) {
        report('duplicate_media_id', {
          unit,
          element,
          message: `two media elements of ${unit.file} have the id "${id}"`,
          fixHint: 'Give each an id of its own.',
        });
      }
      seen.add(id);
    }
  }
};

export const videoSound: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const element of media(unit).filter((one) => one.tagName === 'video')) {
      const isMuted = attribute(element, 'muted') !== null;
      const declared = attribute(element, 'data-has-audio');
      if (isMuted && declared !== null && declared !== 'false') {
        report('video_muted_with_declared_audio', {
          unit,
          element,
          message: `${nameOf(element)} is muted and says data-has-audio="${declared}"; muted wins, so it is never heard`,
          fixHint: 'Remove one of the two.',
        });
      } else if (!isMuted && declared === null) {
        report('video_missing_muted', {
          unit,
          element,
          message: `${nameOf(element)} is not muted: sound of its file, if there is any, is mixed in`,
          fixHint: 'Add muted, or data-has-audio="true" to say that the sound is wanted.',
        });
      }
    }
  }
};

export const mediaOffsets: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const element of [...media(unit), ...unit.hosts.map((host) => host.element)]) {
      const [first, second] = ['data-playback-start', 'data-media-start'].map((name) => attribute(element, name));
      if (first == null || second == null || parseSeconds(first) === parseSeconds(second)) continue;
      report('media_offset_attribute_conflict', {
        unit,
        element,
        message: `${nameOf(element)} has data-playback-start="${first}" and data-media-start="${second}"; the first wins`,
        fixHint: 'Keep one of the two.',
      });
    }
  }
};

export const selfClosing: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const element of media(unit)) {
      if (!/\/>$/.test(startTag(unit, element)) || element.namespaceURI.endsWith('svg')) continue;
      report('self_closing_media_tag', {
        unit,
        element,
        message: `${nameOf(element)} ends with "/>", which HTML ignores: what follows lies inside it and is not shown`,
        fixHint: `Close it with </${element.tagName}>.`,
      });
    }
  }
};

/** Longer embedded images than this, in characters, belong into files. */
const MAX_EMBEDDED_IMAGE = 64 * 1024;

export const embeddedMedia: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const element of unit.elements) {
      if (!['video', 'audio', 'source', 'img'].includes(element.tagName)) continue;
      const url = attribute(element, 'src')?.trim() ?? '';
      const kind = /^data:(video|audio|image)\//i.exec(url)?.[1]?.toLowerCase();
      if (kind === undefined || (kind === 'image' && url.length <= MAX_EMBEDDED_IMAGE)) continue;
      report('base64_media_prohibited', {
        unit,
        element,
        message: `${nameOf(element)} embeds ${Math.ceil(url.length / 1024)} KiB of ${kind} as a data URL`,
        fixHint: 'Save it as a file of the project and name that.',
        snippet: `${startTag(unit, element).slice(0, 80)}`,
      });
    }
  }
};
