/** URLs that leave the project (reference: composition-format 6, asset URLs). */
import { attribute, type Element } from '../../source/dom.js';
import { directoryOf, isProjectUrl, leavesProject } from '../../source/paths.js';
import { urlsIn } from '../../style/css-urls.js';
import { nameOf, type Rule } from '../rule.js';

const URL_ATTRIBUTES = ['src', 'poster', 'href', 'xlink:href', 'data'];

function urlsOf(element: Element): string[] {
  if (element.tagName === 'a') return [];
  const named = URL_ATTRIBUTES.map((name) => attribute(element, name)).filter((url) => url !== null);
  const candidates = (attribute(element, 'srcset') ?? '').split(',').map((one) => one.trim().split(/\s+/)[0] ?? '');
  return [...named, ...candidates, ...urlsIn(attribute(element, 'style') ?? '')];
}

export const traversal: Rule = ({ units }, report) => {
  for (const unit of units) {
    const climbs = (url: string): boolean => {
      const path = url.trim();
      if (!isProjectUrl(path) || path.startsWith('/') || !path.includes('..')) return false;
      return leavesProject(`${directoryOf(unit.file)}/${path}`.replace(/^\//, ''));
    };
    for (const element of unit.elements) {
      const texts = element.tagName === 'style' ? styleUrls(element) : urlsOf(element);
      for (const url of texts.filter(climbs)) {
        report('invalid_parent_traversal_in_asset_path', {
          unit,
          element,
          message: `"${url}" of ${nameOf(element)} in ${unit.file} climbs above the project root`,
          fixHint: 'Put the file into the project and name it relative to this file or to the project root.',
        });
      }
    }
  }
};

const styleUrls = (element: Element): string[] =>
  element.childNodes.flatMap((node) => ('value' in node ? urlsIn(node.value) : []));
