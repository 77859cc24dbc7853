/** Selectors taken apart: lists, compounds, and what is asked of a parent. */
import { describe, expect, it } from 'vitest';
import {
  compoundsOf,
  leftsOfChild,
  selectorParts,
  withoutPseudoClasses,
} from '../../../libs/page/src/surface/readable/selectors.js';

it.each([
  ['a, b > c', ['a', ' b > c']],
  [':is(a, b) c, d', [':is(a, b) c', ' d']],
  ['[title="a, b"], c', ['[title="a, b"]', ' c']],
  ['.a\\,b, c', ['.a\\,b', ' c']],
  ['.w-\\[calc\\(1px, .b', ['.w-\\[calc\\(1px', ' .b']],
])('the selectors of %s', (selector, parts) => {
  expect(selectorParts(selector)).toEqual(parts);
});

it.each([
  ['a b>c + d ~ e', ['a', 'b', 'c', 'd', 'e']],
  [' .a:not(.b > .c) [x="p > q"] ', ['.a:not(.b > .c)', '[x="p > q"]']],
])('the compounds of %s', (selector, compounds) => {
  expect(compoundsOf(selector)).toEqual(compounds);
});

it.each([
  ['div.a:nth-child(2n + 1)', 'div.a'],
  [':has(> img)', '*'],
  ['.card', '.card'],
])('%s without its pseudo-classes', (compound, rest) => {
  expect(withoutPseudoClasses(compound)).toBe(rest);
});

describe('what is asked of a parent', () => {
  it.each([
    ['a b', []],
    ['.late > #root', ['.late']],
    ['html .late > div > b', ['html .late', 'html .late > div']],
    ['#root:is(.late > *)', ['.late']],
    ['#root:not(:not(.late) > #root) b', [':not(.late)']],
    [':where(.late > #root)', ['.late']],
    // What a parent holds may change without a change of its own.
    ['.late:has(.on) > #root', ['.late']],
    [':has(.on) > #root', ['*']],
    // It is asked of what stands before, which another rule sees.
    ['.late:has(> #root) b', []],
    ['[title="a > b"] c', []],
  ])('in %s', (selector, lefts) => {
    expect(leftsOfChild(selector)).toEqual(lefts);
  });
});
