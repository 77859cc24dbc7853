/** What asks for a font in a document, whatever it is that shows the text (reference: composition-format 10). */
import { HTML_NAMESPACE } from '../document/own-elements.js';
import type { Trees } from '../document/trees.js';
import { getterOf, nativeComputedStyle } from '../natives/natives.js';
import { nameOf } from '../page.js';
import { styleTexts } from '../surface/readable/style-texts.js';
import type { FontUser } from './fonts.js';
import { holdsText } from './text-elements.js';

/** Kinds of `<input>` that show no text. */
const TEXTLESS = new Set(['hidden', 'checkbox', 'radio', 'range', 'color', 'image', 'file']);
const GENERATED = ['::before', '::after'];

const inputType = getterOf<string>(HTMLInputElement.prototype, 'type');
const inputValue = getterOf<string>(HTMLInputElement.prototype, 'value');
const areaValue = getterOf<string>(HTMLTextAreaElement.prototype, 'value');

/** Those of a document, or of an element, and of the shadow trees in it, in the order of the document. */
export function fontUsers(trees: Trees, root: Document | Element): FontUser[] {
  const users: FontUser[] = [];
  const pseudos = mayGenerate(trees) ? GENERATED : [];
  const inside = trees.select(root, '*');
  for (const element of root instanceof Element ? [root, ...inside] : inside) {
    if (holdsText(element) || controlShowsText(element))
      users.push({ name: nameOf(element), families: nativeComputedStyle(element).fontFamily });
    for (const pseudo of pseudos) {
      const { content, fontFamily } = nativeComputedStyle(element, pseudo);
      if (generatesText(content)) users.push({ name: nameOf(element) + pseudo, families: fontFamily });
    }
  }
  return users;
}

/** Whether any rule says what generated content is: asking each element of it lays out styles that are not there. */
function mayGenerate(trees: Trees): boolean {
  for (const found of styleTexts(trees)) {
    // All sheets stand before these, which say nothing of generated content.
    if (found.kind === 'attribute') return false;
    if (found.kind === 'unreadable') return true;
    if (found.kind === 'rule' && /:(?:before|after)\b/i.test(found.selector) && /\bcontent:/.test(found.text))
      return true;
  }
  return false;
}

/** What a field shows is no node of it. */
function controlShowsText(element: Element): boolean {
  if (element.namespaceURI !== HTML_NAMESPACE) return false;
  const { localName } = element;
  const isInput = localName === 'input' && !TEXTLESS.has(inputType.call(element));
  if (!isInput && localName !== 'textarea') return false;
  const value = (isInput ? inputValue : areaValue).call(element);
  return (value || (element.getAttribute('placeholder') ?? '')).trim() !== '';
}

/** @param content as computed: strings are in double quotes, and blank ones are there to make a box. */
function generatesText(content: string): boolean {
  const withoutPictures = content.replace(/url\("(?:[^"\\]|\\.)*"\)/g, '');
  if (/\bcounters?\(/.test(withoutPictures)) return true;
  return [...withoutPictures.matchAll(/"((?:[^"\\]|\\.)*)"/g)].some(([, text = '']) => text.trim() !== '');
}
