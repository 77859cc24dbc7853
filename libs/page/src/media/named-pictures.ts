/** What names pictures and files of parts: styles, keyframes, sheets, and attributes of elements. */
import { ownStyle } from '../document/own-elements.js';
import { ruleStyle } from '../natives/natives.js';
import { DECLARED_CHANGES, declaredChange, linksIn } from './declared-pictures.js';
import type { Keyframes } from './keyframe-pictures.js';
import { writtenUrls } from './written-urls.js';

/**
 * How something is asked for: as a picture, as one that may be read, as a file of parts, or as one whose parts are drawn with. Each is
 * another request to the browser.
 */
export type Manner = 'shown' | 'read' | 'part' | 'drawn';

/** Properties that show a picture or a part of a file. */
const MANNERS = {
  'background-image': 'shown',
  'mask-image': 'read',
  'border-image-source': 'shown',
  '-webkit-border-image': 'shown',
  'list-style-image': 'shown',
  content: 'shown',
  'shape-outside': 'read',
  '-webkit-mask-box-image-source': 'shown',
  '-webkit-box-reflect': 'shown',
  filter: 'part',
  'backdrop-filter': 'part',
  'clip-path': 'drawn',
  fill: 'drawn',
  stroke: 'drawn',
  'marker-start': 'drawn',
  'marker-mid': 'drawn',
  'marker-end': 'drawn',
} as const satisfies Readonly<Record<string, Manner>>;
type Property = keyof typeof MANNERS;

/** A picture or a file, and how it is asked for. */
export interface Asked {
  readonly url: string;
  readonly manner: Manner;
}

/** Attributes of SVG that name parts, as the properties do. */
const PART_ATTRIBUTES = [
  ...['filter', 'clip-path', 'mask', 'fill', 'stroke', 'marker-start', 'marker-mid', 'marker-end'],
] as const;
type PartAttribute = (typeof PART_ATTRIBUTES)[number];
const isPartAttribute = (name: string): name is PartAttribute => PART_ATTRIBUTES.includes(name as PartAttribute);
const mannerOf = (attribute: PartAttribute): Manner => MANNERS[attribute === 'mask' ? 'mask-image' : attribute];
/**
 * Attributes that change which picture or part of a file an element shows, `sizes`, `media` and `type` as those of `picture` and `srcset`,
 * or whether a link shows its sheet.
 */
export const SHOWING_ATTRIBUTES = [
  ...['style', 'src', 'href', ...PART_ATTRIBUTES, 'srcset', 'sizes', 'media', 'type'],
  ...['rel', 'disabled'],
];

const urlsOf = (value: string, base: string): string[] => writtenUrls(value).flatMap((url) => addressOf(url, base));

/** None where there is none: a fragment alone names a part of this document, such as a mask. */
function addressOf(written: string, base: string): string[] {
  if (written === '' || written.startsWith('#')) return [];
  return URL.canParse(written, base) ? [new URL(written, base).href] : [];
}

/** What a style shows, by these of its properties. */
export function askedBy(style: CSSStyleDeclaration, properties: readonly string[], base: string): Asked[] {
  return properties.flatMap((property) =>
    urlsOf(style.getPropertyValue(property), base).map((url) => ({
      url,
      manner: MANNERS[property as Property] ?? 'shown',
    })),
  );
}

/** Those in a style that may show a picture, and custom ones, which may hold one for them. Asked of each style that a tween has written: no text is made. */
export function propertiesOf(style: CSSStyleDeclaration): readonly string[] {
  const found: string[] = [];
  for (let index = 0; index < style.length; index += 1) {
    const name = style[index] as string;
    if (name in MANNERS || name.startsWith('--')) found.push(name);
  }
  return found;
}

/** What keyframes of a script show: read as a style, which takes their shorthands apart. */
export function askedByKeyframes(keyframes: Keyframes, base: string): Asked[] {
  const style = ownStyle();
  return keyframes.flatMap((keyframe) => {
    style.cssText = '';
    for (const [name, value] of Object.entries(keyframe))
      if (typeof value === 'string' && value.includes('url(')) style.setProperty(cssName(name), value);
    return askedBy(style, propertiesOf(style), base);
  });
}

/** Of a property that scripts call `backgroundImage`; custom ones keep their name. */
const cssName = (name: string): string =>
  name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What addresses in a sheet go by: those in one that is written as data, or stands in the document, by the document. */
export const baseOf = (sheet: CSSStyleSheet | null, base: string): string =>
  sheet !== null && sheet.href !== null && URL.canParse('/', sheet.href) ? sheet.href : base;

/** Every picture that the rules of a sheet name; a sheet of another origin does not show its rules. */
export function askedBySheet(sheet: CSSStyleSheet, base: string): Asked[] {
  const from = baseOf(sheet, base);
  const walk = (rules: CSSRuleList): Asked[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSImportRule) return rule.styleSheet === null ? [] : askedBySheet(rule.styleSheet, from);
      const { cssRules } = rule as { cssRules?: CSSRuleList };
      const style = ruleStyle(rule);
      const own = style === undefined ? [] : askedBy(style, propertiesOf(style), from);
      return cssRules === undefined ? own : [...own, ...walk(cssRules)];
    });
  try {
    return walk(sheet.cssRules);
  } catch {
    return [];
  }
}

/** What an image of an SVG, a filter or a button shows: they do not tell whether that is there. */
export function shownBy(element: Element): readonly string[] {
  if (element instanceof HTMLInputElement)
    return element.type === 'image' ? addressOf(element.src, document.baseURI) : [];
  return element instanceof SVGImageElement || element instanceof SVGFEImageElement
    ? addressOf(element.href.baseVal, document.baseURI)
    : [];
}
export const MAY_SHOW = 'img, image, feImage, input[type="image" i], [style*="url("]';

/** What an element of an SVG takes of other files, by what stands in its attributes. */
function takenBy(element: Element): readonly Asked[] {
  if (!(element instanceof SVGElement)) return [];
  const used = element instanceof SVGUseElement ? addressOf(element.href.baseVal, document.baseURI) : [];
  return [
    ...used.map((url) => ({ url, manner: 'part' as const })),
    ...PART_ATTRIBUTES.flatMap((name) => namedBy(element.getAttribute(name), mannerOf(name))),
  ];
}
const MAY_TAKE_PARTS = ['use', ...PART_ATTRIBUTES.map((name) => `[${name}*="url("]`)].join();

/** Of most attributes none: a colour, or a part of this document. */
const namedBy = (value: string | null, manner: Manner): readonly Asked[] =>
  value?.includes('url(') === true ? urlsOf(value, document.baseURI).map((url) => ({ url, manner })) : [];

/** What an animation that an SVG declares brings: it may do so in any frame. */
function broughtBy(element: Element): readonly Asked[] {
  const change = declaredChange(element);
  if (change === undefined) return [];
  const { attribute, values } = change;
  if (isPartAttribute(attribute)) return values.flatMap((value) => namedBy(value, mannerOf(attribute)));
  if (attribute !== 'href') return [];
  const manner = (element as SVGAnimationElement).targetElement instanceof SVGUseElement ? 'part' : 'shown';
  return linksIn(values).flatMap((link) => addressOf(link, document.baseURI).map((url) => ({ url, manner })));
}

/** What stands in an element of an SVG and in its attributes, and may show a picture or a part of another file without a word in its style. */
export const inGraphic = (element: Element): readonly Asked[] => [...takenBy(element), ...broughtBy(element)];
export const MAY_BE_IN_GRAPHIC = `${MAY_TAKE_PARTS}, ${DECLARED_CHANGES}`;
