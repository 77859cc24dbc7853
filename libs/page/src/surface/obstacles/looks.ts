/** What a recorded painting cannot hold, by the property that says so. */
import { coplanarNow } from './coplanar.js';
import { otherColourNow, TEXT_COLOUR, TEXT_SHADE, VARIABLE_SHADE } from './text-colour.js';
import { uprightNow } from './upright.js';

export interface Look {
  /** Of a style, with another value than this. */
  readonly property: string;
  readonly usual: string;
  /** Finds it in the text of a rule. */
  readonly text: RegExp;
  /** Finds it in a value of the property; without it every one but the usual is such a look. */
  readonly value?: RegExp;
  readonly why: string;
  /** Whether an element that has it looks as if it had not, of elements as they are when this is called. */
  readonly harmlessNow?: () => (element: Element) => boolean;
  /** Drawn on a page that blends something it ends the browser's process, wherever either is (headless shell 153). */
  readonly unblended?: boolean;
}

export const LOOKS: readonly Look[] = [
  {
    property: 'backdrop-filter',
    usual: 'none',
    text: /(?<![\w-])(?:-webkit-)?backdrop-filter:(?!\s*(?:none|initial|unset|revert|revert-layer|inherit)\s*(?:!|;|}|$))/i,
    why: 'needs what lies behind it',
  },
  {
    property: 'transform-style',
    usual: 'flat',
    text: /transform-style:(?!\s*(?:flat|initial|unset|revert|revert-layer|inherit)\s*(?:!|;|}|$))/i,
    why: 'orders its children by depth',
    harmlessNow: coplanarNow,
  },
  {
    property: 'backface-visibility',
    usual: 'visible',
    text: /backface-visibility:(?!\s*(?:visible|initial|unset|revert|revert-layer)\s*(?:!|;|}|$))/i,
    why: 'hides the back of an element',
    harmlessNow: uprightNow,
    unblended: true,
  },
  {
    // As readings do (`readings.ts`), where a margin is above.
    property: 'text-emphasis-style',
    usual: 'none',
    // A colour alone marks nothing, and computed styles that a script copies always have one.
    text: /text-emphasis(?:-style)?:[^;}]*(?:\b(?:filled|open|dot|circle|double-circle|triangle|sesame)\b|["']|\b(?:var|env|attr|if)\()/i,
    why: 'marks characters outside of their line',
  },
  {
    property: 'filter',
    usual: 'none',
    text: TEXT_SHADE,
    value: TEXT_SHADE,
    why: 'casts a shadow in the colour of its text',
  },
  {
    property: 'filter',
    usual: 'none',
    text: VARIABLE_SHADE,
    // In keyframes nothing tells what the variable holds where they are used.
    value: /(?!)/,
    why: 'casts a shadow in the colour of its text',
    harmlessNow: otherColourNow,
  },
  // Whatever it is: black is dropped as well where it is that of the text.
  ...['flood-color', 'lighting-color'].map((property) => ({
    ...{ property, usual: '', value: TEXT_COLOUR },
    text: new RegExp(`${property}:[^;}]*${TEXT_COLOUR.source}`, 'i'),
    why: 'filters with the colour of its text',
  })),
];
