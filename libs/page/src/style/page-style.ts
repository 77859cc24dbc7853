/** Page set-up before the first frame (reference: composition-format 2, 3, 9.1, 12). */
import type { PageConfig } from '@framefarm/contract';
import { PARTS, UNFILTERED_ATTRIBUTE } from '../frame/hidden-filters.js';
import { HIDDEN_ATTRIBUTE, INSISTENT_ATTRIBUTE } from '../frame/visibility.js';
import { nativeComputedStyle } from '../natives/natives.js';
import { childrenOf, inlineStyleOf } from '../natives/own-properties.js';
import { INNER_PARTS } from '../sources/animations/inner-parts.js';
import { CLEAR_RULE } from './clear-ground.js';
import { LAYER_RULE } from './layer-style.js';

const MARK = 'data-ff-style';

/** Outranks selectors of authors. */
export const STRONG = ':not(#\\#):not(#\\#):not(#\\#)';

/** What would move by the browser's own clock, in every document. */
export const STILL_RULES = [
  `*${STRONG} { scroll-behavior: auto !important; }`,
  // A text cursor blinks by the browser's own clock; so it stays.
  `*${STRONG} { caret-animation: manual !important; }`,
  // One rule for each: a list is lost with the first name that a browser does not know.
  ...INNER_PARTS.map((name) => `*${STRONG}::${name} { transition: none !important; animation: none !important; }`),
];

/** Of elements: what is drawn for them and may be visible by itself. */
const DRAWN_PSEUDOS = ['::before', '::after', '::backdrop'];

/**
 * What hides elements in a tree (composition-format 3): those outside their window with all they hold, and those that are never shown.
 * @param around selectors of what hides all that is below it
 */
export function hiddenRules(...around: readonly string[]): readonly string[] {
  const hidden = `[${HIDDEN_ATTRIBUTE}]${STRONG}`;
  const below = (what: string): string[] => [hidden, ...around].map((selector) => `${selector} ${what}`);
  return [
    `${[hidden, ...below('*')].flatMap((one) => [one, ...DRAWN_PSEUDOS.map((pseudo) => `${one}${pseudo}`)]).join(', ')} { visibility: hidden !important; }`,
    // No rule reaches the copies of which <use> is made, and none outranks what a style attribute says is important.
    `${[`use${hidden}`, ...below('use'), ...below(`[${INSISTENT_ATTRIBUTE}]`)].join(', ')} { clip-path: inset(100%) !important; }`,
    `${PARTS.map(([word, pseudo]) => `[${UNFILTERED_ATTRIBUTE}~="${word}"]${STRONG}${pseudo}`).join(', ')} { filter: none !important; }`,
    `[data-hidden]${STRONG}, hf-audio-group${STRONG} { display: none !important; }`,
  ];
}

/** Rules of framefarm itself. */
function rules(transparent: boolean): string {
  return [
    'html, body { margin: 0 !important; padding: 0 !important; overflow: hidden !important; }',
    ...(transparent ? [CLEAR_RULE] : []),
    '* { text-rendering: geometricPrecision; }',
    LAYER_RULE,
    ...hiddenRules(),
    '::-webkit-scrollbar { display: none; }',
    ...STILL_RULES,
  ].join('\n');
}

/** Adds the rules as soon as the document has an element to hold them. */
export function installPageStyle(config: PageConfig): void {
  if (document.querySelector(`style[${MARK}]`) !== null) return;
  const style = document.createElement('style');
  style.setAttribute(MARK, '');
  style.textContent = rules(config.transparent);
  (document.head ?? document.documentElement).append(style);
}

/** Sizes the root and places its timed children (composition-format 2). */
export function setUpRoot(root: HTMLElement, width: number, height: number): void {
  root.style.width = `${width}px`;
  root.style.height = `${height}px`;
  root.style.position = 'relative';
  root.style.overflow = 'hidden';
  root.style.setProperty('--comp-width', `${width}px`);
  root.style.setProperty('--comp-height', `${height}px`);
  const placed = [...childrenOf(root)]
    .filter((child): child is HTMLElement => child instanceof HTMLElement && !(child instanceof HTMLAudioElement))
    .filter((child) => child.hasAttribute('data-start'))
    .map((child) => ({ child, style: nativeComputedStyle(child) }));
  // All are asked before any is changed: the browser lays the page out anew for each question that follows a change.
  const loose = placed
    .filter(({ style }) => style.position === 'static')
    // What the author says of a side is meant for the place that the element is given here, as it has no other use.
    .map(({ child, style }) => ({
      inline: inlineStyleOf(child),
      down: style.top === 'auto' && style.bottom === 'auto',
      across: style.left === 'auto' && style.right === 'auto',
    }));
  for (const { inline, down, across } of loose) {
    inline.position = 'absolute';
    if (down) inline.top = '0px';
    if (across) inline.left = '0px';
  }
  for (const side of ['width', 'height'] as const) {
    for (const { child } of placed.filter(({ style }) => style[side] === '0px')) inlineStyleOf(child)[side] = '100%';
  }
}
