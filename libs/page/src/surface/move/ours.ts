/** Elements that a surface puts around the content of a page; no rule and no count of authors is about them. */
import { isMatch } from '../../natives/own-properties.js';

/** The canvas, what is captured of it, and the two grounds of the content. */
export const OUR_ELEMENTS = ['canvas[layoutsubtree]', 'ff-surface', 'ff-surface-root', 'ff-surface-ground'] as const;

const ALL = OUR_ELEMENTS.join();

export const isOurs = (element: Element): boolean => isMatch(element, ALL);

/** The ground that holds the content; by the name of its tag, as selectors find nothing of ours. */
export const groundIn = (wrapper: Element): Element => wrapper.getElementsByTagName('ff-surface-ground')[0] ?? wrapper;
