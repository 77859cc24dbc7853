/** Font families and where their glyphs come from (reference: composition-format 10). */
import { FAMILY_KEYWORDS } from '@framefarm/contract';
import { attribute, type Element } from '../../source/dom.js';
import { nameOf, type Rule } from '../rule.js';
import { inlineStyle, styleRules } from '../source/declared-style.js';
import type { Unit } from '../source/unit.js';

const FONT_HOST = /fonts\.googleapis\.com|fonts\.bunny\.net|use\.typekit\.net|api\.fontshare\.com|rsms\.me/i;

interface FamilyUse {
  readonly family: string;
  readonly selector: string | null;
  readonly file: string;
  readonly element: Element | null;
}

export const fonts: Rule = ({ units }, report, request) => {
  if (request.fonts === undefined) return;
  const { aliases } = request.fonts;
  const bundled = new Set(request.fonts.bundled.map((name) => name.toLowerCase()));
  const declared = new Set(units.flatMap((unit) => [...unit.declaredFonts, ...linkedFamilies(unit)]));
  const hasHostedFonts = units.some((unit) =>
    unit.assets.some(({ url }) => /use\.typekit\.net|api\.fontshare\.com|rsms\.me/i.test(url)),
  );
  for (const unit of units) {
    const seen = new Set<string>();
    for (const { family, selector, file, element } of familiesOf(unit)) {
      const key = family.toLowerCase();
      if (seen.has(key) || FAMILY_KEYWORDS.has(key) || declared.has(key) || bundled.has(key)) continue;
      seen.add(key);
      const alias = aliases.get(key);
      const at = {
        unit,
        file,
        ...(selector === null ? {} : { selector }),
        ...(element === null ? {} : { element }),
      };
      const where = selector ?? (element === null ? file : nameOf(element));
      if (alias !== undefined) {
        report('system_font_will_alias', {
          ...at,
          message: `"${family}" (${where}) is drawn with the bundled ${alias}, on every machine alike`,
          fixHint: `Write ${alias}, or declare the font with @font-face.`,
        });
      } else if (!hasHostedFonts) {
        report('font_family_without_font_face', {
          ...at,
          message: `"${family}" (${where}) is neither bundled nor declared with @font-face; what it is drawn with depends on the machine`,
          fixHint: 'Add the font file to the project with @font-face, or use a bundled family.',
        });
      }
    }
  }
};

/** The first family of every list: the one that is meant. */
function* familiesOf(unit: Unit): Generator<FamilyUse> {
  for (const { property, value, selector, file } of styleRules(unit)) {
    const family = familyIn(property, value);
    if (family !== null) yield { family, selector, file, element: null };
  }
  for (const element of unit.elements) {
    for (const { property, value } of inlineStyle(element, unit.file)) {
      const family = familyIn(property, value);
      if (family !== null) yield { family, selector: null, file: unit.file, element };
    }
    const written = attribute(element, 'font-family');
    const family = written === null ? null : familyIn('font-family', written);
    if (family !== null) yield { family, selector: null, file: unit.file, element };
  }
}

function familyIn(property: string, value: string): string | null {
  if (/var\(|\{\{|\$\{|env\(/.test(value)) return null;
  if (property === 'font-family') return firstFamily(value);
  if (property !== 'font') return null;
  // Of the shorthand, the family follows the size: `700 2em/1.2 'Family', serif`.
  const size =
    /(?:^|\s)(?:[\d.]+(?:[a-z]+|%)|(?:calc|clamp|min|max)\((?:[^()]|\([^()]*\))*\)|(?:xx?-)?(?:small|large)|medium|smaller|larger)(?:\s*\/\s*(?:[\d.]+[a-z%]*|normal))?\s+(.+)$/i.exec(
      value.trim(),
    );
  return size?.[1] === undefined ? null : firstFamily(size[1]);
}

function firstFamily(list: string): string | null {
  const match = /^\s*(?:"([^"]*)"|'([^']*)'|([^,]+))/.exec(list);
  const name = (match?.[1] ?? match?.[2] ?? match?.[3] ?? '')
    .replace(/!important/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  return name === '' ? null : name;
}

/** Families that a linked font stylesheet names in its URL. */
function linkedFamilies(unit: Unit): string[] {
  return unit.assets
    .filter(({ url }) => FONT_HOST.test(url))
    .flatMap(({ url }) => [...url.matchAll(/[?&|]family=([^&]+)/g)])
    .flatMap((match) => decode(match[1] ?? '').split('|'))
    .map((name) => (name.split(':')[0] ?? '').trim().toLowerCase());
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
