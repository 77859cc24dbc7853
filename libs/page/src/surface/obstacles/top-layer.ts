/** Dialogs and popovers: a canvas does not get what is open, and shows nothing of those that are closed, as a window does. */

import { nativeComputedStyle } from '../../natives/natives.js';
import { isMatch } from '../../natives/own-properties.js';

const MAY_OPEN = 'dialog, [popover]';
const OPEN = 'dialog[open], :popover-open';

export const mayOpen = (element: Element): boolean => isMatch(element, MAY_OPEN);
export const mayOpenIn = (within: ParentNode): readonly Element[] => [...within.querySelectorAll(MAY_OPEN)];

export const isOpen = (element: Element): boolean => isMatch(element, OPEN);

/** Whether one is still above the page, as while a transition closes it. */
export const isAbove = (element: Element): boolean =>
  isOpen(element) || nativeComputedStyle(element).getPropertyValue('overlay') === 'auto';
