/** The look of `html` and `body`, which stay outside of a surface: what a page may do with it, and whether it changes. */
import { nativeAnimationsOf, nativeComputedStyle, nativeStyleMap } from '../../natives/natives.js';
import { hasBackground } from '../move/background.js';

/** With other values they change how their children look or where these are, in a way that does not reach into the canvas. */
const PLAIN: Readonly<Record<string, RegExp>> = {
  position: /^(?:static|relative)$/,
  float: /^none$/,
  left: /^(?:auto|0px)$/,
  top: /^(?:auto|0px)$/,
  right: /^(?:auto|0px)$/,
  bottom: /^(?:auto|0px)$/,
  opacity: /^1$/,
  transform: /^none$/,
  translate: /^none$/,
  rotate: /^none$/,
  scale: /^none$/,
  zoom: /^1$/,
  'offset-path': /^none$/,
  perspective: /^none$/,
  'transform-style': /^flat$/,
  'will-change': /^(?:auto|scroll-position|contents|opacity)$/,
  filter: /^none$/,
  'backdrop-filter': /^none$/,
  'mix-blend-mode': /^normal$/,
  'clip-path': /^none$/,
  clip: /^auto$/,
  'mask-image': /^none$/,
  contain: /^(?:none|style)$/,
  'container-type': /^normal$/,
  'content-visibility': /^visible$/,
  'column-count': /^auto$/,
  'column-width': /^auto$/,
  'text-decoration-line': /^none$/,
  'box-shadow': /^none$/,
  'outline-style': /^none$/,
  'border-top-left-radius': /^0px$/,
  'border-top-right-radius': /^0px$/,
  'border-bottom-left-radius': /^0px$/,
  'border-bottom-right-radius': /^0px$/,
  'border-top-width': /^0px$/,
  'border-right-width': /^0px$/,
  'border-bottom-width': /^0px$/,
  'border-left-width': /^0px$/,
  '-webkit-box-reflect': /^none$/,
};
/** The same of what a background needs to be told by its image and its colour. */
const PLAIN_BACKGROUND: Readonly<Record<string, RegExp>> = {
  'background-attachment': /^scroll(?:, scroll)*$/,
  'background-blend-mode': /^normal(?:, normal)*$/,
  'background-clip': /^border-box(?:, border-box)*$/,
};
const BLOCK = /^(?:block|flow-root)$/;
const LAID_OUT = /^(?:flex|grid)$/;

/** Why `html` or `body` cannot stay outside, in words; null where they can. */
export function outsideObstacle(): string | null {
  const { documentElement, body } = document;
  for (const element of [documentElement, body]) {
    const style = nativeComputedStyle(element);
    const hasPicture = style.backgroundImage !== 'none';
    const plain = hasBackground(element) ? { ...PLAIN, ...PLAIN_BACKGROUND } : PLAIN;
    for (const [name, usual] of Object.entries(plain)) {
      const value = style.getPropertyValue(name);
      if (value !== '' && !usual.test(value)) return `<${element.localName}> has ${name}: ${value.slice(0, 60)}`;
    }
    if (hasPicture && !fillsWindow(documentElement))
      return 'the picture behind the page counts from another place than its corner';
  }
  const [html, inner] = [nativeComputedStyle(documentElement), nativeComputedStyle(body)];
  if (!BLOCK.test(html.display)) return `<html> has display: ${html.display}`;
  const isLaidOut = LAID_OUT.test(inner.display) && fillsWindow(body);
  if (!BLOCK.test(inner.display) && !isLaidOut)
    return `<body> has display: ${inner.display} and another size than the window`;
  const isOneColour =
    html.backgroundImage === 'none' &&
    inner.backgroundImage === 'none' &&
    html.backgroundColor === inner.backgroundColor &&
    isOpaque(html.backgroundColor);
  if (hasBackground(documentElement) && hasBackground(body) && !isOneColour)
    return '<html> and <body> have different backgrounds';
  return null;
}

const isOpaque = (colour: string): boolean => /^rgb\(/.test(colour);

function fillsWindow(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return left === 0 && top === 0 && right === innerWidth && bottom === innerHeight;
}

/** What changes without a change of an attribute, an animation or a rule: read in each frame. */
const SEEN = [
  ...['background-color', 'background-image', 'background-position', 'background-size', 'background-repeat'],
  ...['opacity', 'filter', 'mix-blend-mode', 'clip-path', 'mask-image', 'transform', 'translate', 'rotate', 'scale'],
  ...['zoom', 'perspective', 'display', 'color-scheme', 'box-shadow', 'outline-style', 'border-top-width'],
  ...['position', 'content-visibility', 'visibility', 'color', 'font-size', 'direction', 'width'],
];

/** What is asked for, where what comes of it is kept as it was. */
const ASKED = ['height', 'min-height', 'max-height', 'width', 'min-width', 'max-width'];

export interface OutsideLook {
  /** Whether it is another one than at first; `thoroughly`: all that can be computed is compared. */
  changed(thoroughly: boolean): boolean;
}

/** Remembers the look as it is now. */
export function rememberOutside(): OutsideLook {
  const elements = [document.documentElement, document.body];
  const styles = elements.map((element) => nativeComputedStyle(element));
  const look = (names: readonly string[]): string =>
    styles.flatMap((style) => names.map((name) => style.getPropertyValue(name))).join('\n');
  // Variables reach the content by themselves.
  const names = [...new Set(styles.flatMap((style) => [...style]))].filter((name) => !name.startsWith('--'));
  const maps = elements.map(nativeStyleMap);
  const lookAtAll = (): string =>
    [look(names), ...maps.flatMap((map) => ASKED.map((name) => String(map.get(name))))].join('\n');
  const first = { seen: look(SEEN), all: lookAtAll() };
  return {
    changed(thoroughly) {
      if (look(SEEN) !== first.seen) return true;
      const animated = elements.some((element) => nativeAnimationsOf(element).length > 0);
      return (thoroughly || animated) && lookAtAll() !== first.all;
    },
  };
}
