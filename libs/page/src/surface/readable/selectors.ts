/** Taking selectors apart (Selectors 4), as far as needed to ask about their parts. Pure. */

const PSEUDO_CLASS = /:[\w-]+(?:\(.*\))?/g;

/** The selectors of a list. */
export const selectorParts = (selector: string): string[] => cut(selector, /,/);

/** The compounds of a selector, from left to right. */
export const compoundsOf = (selector: string): string[] =>
  cut(selector.trim(), /[\s>+~]/).filter((compound) => compound !== '');

/** A compound without its pseudo-classes: what it says of an element's own name, identity and attributes. */
export const withoutPseudoClasses = (compound: string): string => compound.replaceAll(PSEUDO_CLASS, '') || '*';

/** What stands before each `>` of a selector, in its brackets too; what it asks of what it holds may come to be so at any time. */
export function leftsOfChild(selector: string): string[] {
  const steps = cut(selector, />/);
  const lefts = steps.slice(0, -1).map((_, index) => steps.slice(0, index + 1).join('>'));
  const inside = bracketsOf(selector).flatMap((inner) => selectorParts(inner).flatMap(leftsOfChild));
  return [...lefts.map((left) => withoutHas(left.trim()).trim()), ...inside].filter((left) => left !== '');
}

/** What stands in the brackets of pseudo-classes that hold selectors, at any depth. */
function bracketsOf(selector: string): string[] {
  return [...selector.matchAll(/:(?:is|where|not|has|host|host-context|slotted)\(/g)].flatMap(({ index, 0: head }) => {
    const rest = selector.slice(index + head.length);
    const length = closing(rest);
    return length < 0 ? [] : [rest.slice(0, length)];
  });
}

function withoutHas(selector: string): string {
  const at = selector.indexOf(':has(');
  if (at < 0) return selector;
  const length = closing(selector.slice(at + ':has('.length));
  return length < 0
    ? selector
    : withoutHas(selector.slice(0, at) + selector.slice(at + ':has('.length + length + 1)) || '*';
}

/** Place of the bracket that closes what has been opened before the text. */
function closing(text: string): number {
  let depth = 1;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Parts between separators that are in no brackets and in no string. */
function cut(text: string, separator: RegExp): string[] {
  const parts = [''];
  let depth = 0;
  let quote = '';
  for (const token of text.match(/\\.|[^\\]/gs) ?? []) {
    if (token.length > 1) {
      // An escaped character is part of a name.
    } else if (quote !== '') quote = token === quote ? '' : quote;
    else if (/["']/.test(token)) quote = token;
    else if (/[([]/.test(token)) depth += 1;
    else if (/[)\]]/.test(token)) depth -= 1;
    else if (depth === 0 && separator.test(token)) {
      parts.push('');
      continue;
    }
    parts[parts.length - 1] += token;
  }
  return parts;
}
