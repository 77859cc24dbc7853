/** Boxes before and after an element: no script finds them, so that the element that generates them is asked for their styles. */
const GENERATED = /::?(?:before|after)\b/gi;

/** What a selector means of an element's boxes, as styles are asked for by. */
export const generatedBy = (selector: string): readonly string[] =>
  (selector.match(GENERATED) ?? []).map((pseudo) => `::${pseudo.replaceAll(':', '')}`);

/**
 * Elements that match, or that generate what matches.
 * @throws DOMException for a selector that cannot be read
 */
export const meantElements = (tree: ParentNode, selector: string): Element[] => [
  ...tree.querySelectorAll(selector.replaceAll(GENERATED, '')),
];
