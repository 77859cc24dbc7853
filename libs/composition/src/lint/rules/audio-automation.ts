/** Effect chains and automation lanes (reference: composition-format 9.3). */
import {
  type AutomationLane,
  type FxNode,
  inertLane,
  isLaneLive,
  readAutomation,
  readChain,
  type SoundAttribute,
  SPEED_RAMP,
  UnreadableSound,
  unreadableSound,
} from '@framefarm/contract';
import { attribute, type Element } from '../../source/dom.js';
import { nameOf, type Reporter, type Rule } from '../rule.js';
import { changedProperties, timelinesOf, tweensOf } from '../script/gsap.js';
import { matches } from '../source/element-match.js';
import { joinsMix } from '../source/joins-mix.js';
import { isMedia } from '../source/timing.js';
import type { Unit } from '../source/unit.js';

const isSound = (element: Element): boolean => isMedia(element) || element.tagName === 'hf-audio-group';

const read = <T>(reader: (text: string | null) => T, element: Element, name: SoundAttribute): T | UnreadableSound => {
  try {
    return reader(attribute(element, name));
  } catch (thrown) {
    if (thrown instanceof UnreadableSound) return thrown;
    throw thrown;
  }
};
const lanesOf = (element: Element): AutomationLane[] | UnreadableSound =>
  read(readAutomation, element, 'data-automation');
const chainOf = (element: Element): FxNode[] | UnreadableSound => read(readChain, element, 'data-fx-chain');

export const soundAttributes: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const element of unit.elements.filter(isSound)) {
      const [lanes, nodes] = [lanesOf(element), chainOf(element)];
      tellSpeedRamp(unit, element, lanes, report);
      // The render does not read those of media that it does not mix.
      if (isMedia(element) && !joinsMix(element)) continue;
      for (const [name, content] of [
        ['data-fx-chain', nodes],
        ['data-automation', lanes],
      ] as const) {
        if (!(content instanceof UnreadableSound)) continue;
        report('audio_chain_unreadable', {
          unit,
          element,
          message: `${unreadableSound(name, nameOf(element), content)}; the render would fail`,
          fixHint: `Correct ${name}.`,
        });
      }
      if (lanes instanceof UnreadableSound || nodes instanceof UnreadableSound) continue;
      for (const lane of lanes) {
        if (isLaneLive(lane, nodes) || isSpeedRamp(lane, element)) continue;
        report('automation_target_inert', {
          unit,
          element,
          message: inertLane(nameOf(element), lane),
          fixHint: 'Targets are volume, fx.<node id>.<parameter> and fx.preset.<id>.',
        });
      }
    }
  }
};

const isSpeedRamp = ({ target }: AutomationLane, element: Element): boolean =>
  target === SPEED_RAMP && isMedia(element);

/** Of media without sound, too: it would change what is seen. */
function tellSpeedRamp(unit: Unit, element: Element, lanes: ReturnType<typeof lanesOf>, report: Reporter): void {
  if (lanes instanceof UnreadableSound || !lanes.some((lane) => isSpeedRamp(lane, element))) return;
  report('automation_target_inert', {
    unit,
    element,
    message: `the speed ramp of ${nameOf(element)}, a "rate" lane of data-automation, is not followed; it plays at its data-playback-rate`,
    fixHint: 'Cut the clip into pieces, each with a data-playback-rate and a data-media-start of its own.',
  });
}

function automatesVolume(element: Element): boolean {
  const lanes = lanesOf(element);
  return !(lanes instanceof UnreadableSound) && lanes.some(({ target }) => target === 'volume');
}

export const doubleAutomation: Rule = ({ units }, report) => {
  for (const unit of units) {
    const automated = unit.elements.filter((one) => isSound(one) && automatesVolume(one));
    if (automated.length === 0) continue;
    for (const script of unit.scripts) {
      for (const tween of tweensOf(script, timelinesOf(script))) {
        if (!changedProperties(tween).includes('volume')) continue;
        const element = automated.find((one) => tween.targets?.some((selector) => matches(one, selector)));
        if (element === undefined) continue;
        report('audio_volume_double_automation', {
          unit,
          element,
          message: `the volume of ${nameOf(element)} has an automation lane and a tween (${script.source.file}:${script.lineOf(tween.vars ?? tween.call)}); the lane wins`,
          fixHint: 'Remove one of the two.',
        });
      }
    }
  }
};
