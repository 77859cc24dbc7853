/** Attributes of timed elements (reference: composition-format 3). */
import { attribute, type Element } from '../../source/dom.js';
import { nameOf, type Rule } from '../rule.js';
import { classesOf } from '../source/element-match.js';
import { isMedia, isTimed } from '../source/timing.js';

export const clipClass: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const element of unit.elements) {
      if (!isTimed(element) || isMedia(element) || element === unit.root) continue;
      if (attribute(element, 'data-composition-id') !== null || classesOf(element).includes('clip')) continue;
      report('timed_element_missing_clip_class', {
        unit,
        element,
        message: `${nameOf(element)} is timed but has no class "clip"; framefarm does not need it, editors and previews do`,
        fixHint: 'Add class="clip".',
      });
    }
  }
};

export const oldAttributes: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const element of unit.elements) {
      if (!isTimed(element) && !isMedia(element)) continue;
      const end = attribute(element, 'data-end');
      if (end !== null) {
        report('deprecated_data_end', {
          unit,
          element,
          message: `${nameOf(element)} has data-end="${end}"${attribute(element, 'data-duration') === null ? '' : ', which data-duration overrides'}`,
          fixHint: 'Write the length of the window as data-duration instead: data-end minus data-start.',
        });
      }
      const layer = attribute(element, 'data-layer');
      if (layer !== null) {
        report('deprecated_data_layer', {
          unit,
          element,
          message: `${nameOf(element)} has data-layer="${layer}"; it decides nothing about painting`,
          fixHint: 'Write data-track-index for the lane, and CSS z-index for the order of painting.',
        });
      }
    }
  }
};

/** Two media elements are told of by a rule of their own, two compositions too. */
export const timedIds: Rule = ({ units }, report) => {
  for (const unit of units) {
    const seen = new Map<string, Element>();
    for (const element of unit.elements.filter((one) => isTimed(one) || isMedia(one))) {
      const id = attribute(element, 'id') ?? '';
      const first = seen.get(id);
      if (id === '') continue;
      seen.set(id, first ?? element);
      if (first === undefined || (isMedia(first) && isMedia(element))) continue;
      report('duplicate_timed_id', {
        unit,
        element,
        message: `two timed elements of ${unit.file} have the id "${id}"; whoever refers to it finds the first`,
        fixHint: 'Give each an id of its own.',
      });
    }
  }
};
