/** Which animations come from a style. */

export type StyleAnimation = CSSAnimation | CSSTransition;

export const isTransition = (animation: Animation): animation is CSSTransition =>
  typeof CSSTransition !== 'undefined' && animation instanceof CSSTransition;
export const isCssAnimation = (animation: Animation): animation is CSSAnimation =>
  typeof CSSAnimation !== 'undefined' && animation instanceof CSSAnimation;
export const isOfStyle = (animation: Animation): animation is StyleAnimation =>
  isCssAnimation(animation) || isTransition(animation);
