/** The root of the entry (reference: composition-format 1, 2, 5). */

import { asFramefarmError, DEFAULT_FPS, tooManyFrames, type Warning } from '@framefarm/contract';
import { compositionId } from '../../nesting/expansion.js';
import { readFps, readSize } from '../../root-element/attributes.js';
import { leadingInteger } from '../../root-element/written-size.js';
import { attribute, type Element, elementsBelow } from '../../source/dom.js';
import { nameOf, type Rule } from '../rule.js';
import { parentElement } from '../source/element-match.js';
import { templatesOf } from '../source/load-unit.js';
import { statedLength } from '../source/timing.js';

const INVISIBLE = new Set([
  'script',
  'style',
  'link',
  'meta',
  'template',
  'title',
  'base',
  'head',
  'body',
  'html',
  'noscript',
]);

/** Composition elements that stand in no other and are no hosts. */
function candidates(elements: readonly Element[]): Element[] {
  return elements.filter((element) => {
    if (compositionId(element) === null || attribute(element, 'data-composition-src') !== null) return false;
    for (let at = parentElement(element); at !== null; at = parentElement(at))
      if (compositionId(at) !== null) return false;
    return true;
  });
}

export const roots: Rule = ({ entry }, report) => {
  const found = candidates(entry.elements);
  const marked = entry.elements.filter(
    (element) => compositionId(element) !== null && attribute(element, 'data-root') === 'true',
  );
  const ids = (list: readonly Element[]): string =>
    list.map((one) => `"${attribute(one, 'data-composition-id')}"`).join(', ');
  if (marked.length > 1 || (marked.length === 0 && found.length > 1)) {
    const list = marked.length > 1 ? marked : found;
    report('multiple_root_compositions', {
      unit: entry,
      message: `${list.length} elements ${marked.length > 1 ? 'have data-root="true"' : 'could be the root'}: ${ids(list)}; the first is rendered`,
      fixHint: 'Keep one, nest the others inside it, or mark the one to render with data-root="true".',
      ...(list[1] === undefined ? {} : { element: list[1] }),
    });
  }
};

/** No root in the source: inside a template, without its id, or made by a script. */
export const missingRoot: Rule = ({ entry }, report) => {
  if (entry.root !== null) return;
  const inTemplate = templatesOf(entry.elements)
    .flatMap((template) => elementsBelow(template.content))
    .find((element) => compositionId(element) !== null);
  if (inTemplate !== undefined) {
    report('standalone_composition_wrapped_in_template', {
      unit: entry,
      element: inTemplate,
      message: `the only root "${compositionId(inTemplate)}" of ${entry.file} is inside a <template>, so nothing is shown`,
      fixHint: 'Take the root out of the template; only files that are mounted by data-composition-src use one.',
    });
    return;
  }
  const likely = entry.elements.find(
    (element) =>
      attribute(element, 'data-root') === 'true' ||
      (attribute(element, 'data-width') !== null && attribute(element, 'data-height') !== null),
  );
  if (likely === undefined && entry.scripts.length > 0) return;
  const shown = likely ?? entry.elements.find((element) => !INVISIBLE.has(element.tagName));
  report('root_missing_composition_id', {
    unit: entry,
    message:
      likely === undefined
        ? `no element of ${entry.file} has data-composition-id, and no script could make one`
        : `${nameOf(likely)} looks like the root but has no data-composition-id`,
    fixHint: 'Give the root element data-composition-id, data-width, data-height and data-duration.',
    ...(shown === undefined ? {} : { element: shown }),
  });
};

export const rootDimensions: Rule = ({ entry }, report) => {
  const { root } = entry;
  if (root === null) return;
  const lacking = ['data-width', 'data-height'].filter((name) => leadingInteger(attribute(root, name)) === null);
  if (lacking.length === 0) return;
  const words = lacking.map((name) => {
    const value = attribute(root, name);
    return value === null ? `no ${name}` : `${name}="${value}", which is no integer`;
  });
  report('root_missing_dimensions', {
    unit: entry,
    element: root,
    message: `root "${compositionId(root)}" has ${words.join(' and ')}; the default 1080x1920 takes its place`,
    fixHint: 'Write the size in pixels, such as data-width="1920" data-height="1080".',
  });
};

/** What a render refuses of the root, or does not use, in its own words. */
export const rootValues: Rule = ({ entry }, report) => {
  const { root, file } = entry;
  if (root === null) return;
  const id = compositionId(root) ?? '';
  const unread: Warning[] = [];
  const fps = readFps(root, id, unread);
  for (const { message } of unread) {
    const fixHint = 'Write a rate such as data-fps="30" or data-fps="30000/1001".';
    report('root_fps_unreadable', { unit: entry, element: root, message, fixHint });
  }
  const length = statedLength(root);
  const tooLong = length === null ? null : tooManyFrames(length, fps ?? DEFAULT_FPS);
  if (tooLong !== null) {
    const fixHint = 'Write the length in seconds, such as data-duration="5".';
    report('root_duration_too_long', { unit: entry, element: root, message: tooLong, fixHint });
  }
  try {
    // What it lacks is told of by a rule of its own.
    readSize(root, id, file, []);
  } catch (thrown) {
    report('root_size_out_of_range', {
      unit: entry,
      element: root,
      message: asFramefarmError(thrown).message,
      fixHint: 'Write the size in pixels, such as data-width="1920" data-height="1080".',
    });
  }
};

export const htmlWrapper: Rule = ({ entry }, report) => {
  // The parser gives no place in the source to the elements it had to make up.
  if (entry.html.sourceCodeLocation?.startTag) return;
  report('root_composition_missing_html_wrapper', {
    unit: entry,
    message: `${entry.file} has no <html> element; the entry must be a complete HTML document`,
    fixHint: 'Put the composition into <!doctype html><html><head>…</head><body>…</body></html>.',
  });
};
