/** Lengths, offsets, rates and the like that cannot be read (reference: composition-format 3, 6 and 9). */
import { attribute, type Element } from '../../source/dom.js';
import { parseSeconds } from '../../timing/index.js';
import { nameOf, type Rule } from '../rule.js';
import { isMedia, isTimed } from '../source/timing.js';

interface Value {
  readonly attribute: string;
  readonly isReadable: (value: number) => boolean;
  /** What it has to be. */
  readonly rule: string;
  readonly example: string;
  /** Default: the whole text as a number. */
  readonly read?: (text: string) => number | null;
}

const LENGTH: Value = {
  attribute: 'data-duration',
  // 0 is written for "to the end" (composition-format 3).
  isReadable: (value) => value >= 0,
  rule: 'a finite number of seconds above 0',
  example: '5',
};
const offset = (name: string): Value => ({
  attribute: name,
  isReadable: (value) => value >= 0,
  rule: 'a finite number of seconds, 0 or more',
  example: '1.5',
});
const RATE: Value = {
  attribute: 'data-playback-rate',
  isReadable: (value) => value > 0,
  rule: 'a finite number above 0',
  example: '2',
};
const TRACK: Value = {
  attribute: 'data-track-index',
  isReadable: () => true,
  rule: 'a finite number',
  example: '1',
};
const VOLUME: Value = {
  attribute: 'data-volume',
  // What is too low or too high is heard as the lowest or the highest that there is (composition-format 9).
  isReadable: () => true,
  rule: 'a finite number',
  example: '0.5',
};
const fade = (name: string): Value => ({ ...offset(name), example: '0.5', read: Number.parseFloat });
const HEARD: readonly Value[] = [VOLUME, fade('data-fade-in'), fade('data-fade-out')];
const PLAYED: readonly Value[] = [LENGTH, offset('data-media-start'), offset('data-playback-start'), RATE];

export const timingValues: Rule = ({ entry, units }, report) => {
  for (const unit of units) {
    const hosts = new Set(unit.hosts.map((host) => host.element));
    for (const element of unit.elements) {
      // That of the root is the length of all, and has a rule of its own.
      if (element === entry.root) continue;
      for (const value of element === unit.root ? [LENGTH] : valuesOf(element, hosts.has(element))) {
        const text = attribute(element, value.attribute);
        // An empty one says nothing, as none.
        if (text === null || text.trim() === '') continue;
        const number = (value.read ?? parseSeconds)(text);
        if (number !== null && Number.isFinite(number) && value.isReadable(number)) continue;
        report('timing_value_unreadable', {
          unit,
          element,
          message: `${value.attribute}="${text}" of ${nameOf(element)} is not ${value.rule}, and counts as not written`,
          fixHint: `Write a number such as ${value.attribute}="${value.example}", or remove the attribute.`,
        });
      }
    }
  }
};

function valuesOf(element: Element, isHost: boolean): readonly Value[] {
  if (element.tagName === 'hf-audio-group') return [VOLUME];
  const track = isTimed(element) ? [TRACK] : [];
  if (isMedia(element)) return [...PLAYED, ...HEARD, ...track];
  if (isHost) return [...PLAYED, ...track];
  return isTimed(element) ? [LENGTH, TRACK] : [];
}
