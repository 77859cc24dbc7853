/** The background of an element: whether there is one, and the same one for an element of ours. */
import { nativeComputedStyle } from '../../natives/natives.js';

export function hasBackground(element: Element): boolean {
  const { backgroundColor, backgroundImage } = nativeComputedStyle(element);
  return backgroundImage !== 'none' || !/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor);
}

export function copyBackground(from: Element, to: HTMLElement): void {
  const style = nativeComputedStyle(from);
  for (const property of ['color', 'image', 'position', 'size', 'repeat', 'origin', 'clip']) {
    to.style.setProperty(`background-${property}`, style.getPropertyValue(`background-${property}`), 'important');
  }
}
