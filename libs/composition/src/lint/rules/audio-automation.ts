/** Effect chains and automation lanes (reference: composition-format 9.3). */
import { AUDIO_EFFECTS, isAudioEffectType, isLiveTarget, MAX_LANE_POINTS, SPEED_RAMP } from '@framefarm/contract';
import { attribute, type Element } from '../../source/dom.js';
import { nameOf, type Rule } from '../rule.js';
import { changedProperties, timelinesOf, tweensOf } from '../script/gsap.js';
import { matches } from '../source/element-match.js';
import { isMedia } from '../source/timing.js';

const isSound = (element: Element): boolean => isMedia(element) || element.tagName === 'hf-audio-group';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

/** Entries of `{version: 1, [list]: […]}`, or the fault in words. */
function readList(text: string, list: string): readonly unknown[] | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `is not JSON (${(error as Error).message})`;
  }
  const entries = isObject(value) && value.version === 1 ? value[list] : undefined;
  return Array.isArray(entries) ? entries : `is not of the form {"version": 1, "${list}": [...]}`;
}

function chainFault(text: string): string | null {
  const nodes = readList(text, 'nodes');
  if (typeof nodes === 'string') return nodes;
  for (const node of nodes) {
    if (!isObject(node)) return 'has a node that is no object';
    if (typeof node.type !== 'string' || !isAudioEffectType(node.type)) {
      return `has a node of the unknown type ${JSON.stringify(node.type) ?? 'none'}`;
    }
    if (node.params !== undefined && !isObject(node.params))
      return `has a node "${node.type}" whose params are no object`;
  }
  return null;
}

function automationFault(text: string): string | null {
  const lanes = readList(text, 'lanes');
  if (typeof lanes === 'string') return lanes;
  for (const lane of lanes) {
    if (!isObject(lane) || typeof lane.target !== 'string') return 'has a lane without a target';
    const { points, target } = lane;
    if (!Array.isArray(points) || points.length === 0 || points.length > MAX_LANE_POINTS) {
      return `has a lane "${target}" without 1 to ${MAX_LANE_POINTS} points`;
    }
    if (!points.every((point) => isObject(point) && isNumber(point.t) && isNumber(point.v))) {
      return `has a lane "${target}" with a point that lacks the number t or v`;
    }
  }
  return null;
}

export const soundAttributes: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const element of unit.elements.filter(isSound)) {
      const checks = [
        ['data-fx-chain', chainFault],
        ['data-automation', automationFault],
      ] as const;
      let isReadable = true;
      for (const [name, check] of checks) {
        const text = attribute(element, name);
        const fault = text === null ? null : check(text);
        if (fault === null) continue;
        isReadable = false;
        report('audio_chain_unreadable', {
          unit,
          element,
          message: `${name} of ${nameOf(element)} ${fault}; the render would fail`,
          fixHint: `Known effects: ${Object.keys(AUDIO_EFFECTS).join(', ')}.`,
        });
      }
      if (!isReadable) continue;
      for (const target of targetsOf(element)) {
        if (isLive(target, element)) continue;
        if (target === SPEED_RAMP && isMedia(element)) {
          report('automation_target_inert', {
            unit,
            element,
            message: `the speed ramp of ${nameOf(element)}, a "rate" lane of data-automation, is not followed; it plays at its data-playback-rate`,
            fixHint: 'Cut the clip into pieces, each with a data-playback-rate and a data-media-start of its own.',
          });
          continue;
        }
        report('automation_target_inert', {
          unit,
          element,
          message: `an automation lane of ${nameOf(element)} aims at "${target}", which is no parameter of its chain that can be automated`,
          fixHint: 'Targets are volume, fx.<node id>.<parameter> and fx.preset.<id>.',
        });
      }
    }
  }
};

/** Only for attributes that were found readable. */
function targetsOf(element: Element): string[] {
  const lanes = readList(attribute(element, 'data-automation') ?? '', 'lanes');
  return typeof lanes === 'string' ? [] : lanes.map((lane) => String((lane as { target: unknown }).target));
}

function isLive(target: string, element: Element): boolean {
  const nodes = readList(attribute(element, 'data-fx-chain') ?? '', 'nodes');
  const chain = typeof nodes === 'string' ? [] : (nodes as { type: string; id?: unknown; fromPreset?: unknown }[]);
  const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  return isLiveTarget(
    target,
    chain.map(({ type, id, fromPreset }) => ({ type, id: textOf(id), preset: textOf(fromPreset) })),
  );
}

export const doubleAutomation: Rule = ({ units }, report) => {
  for (const unit of units) {
    const automated = unit.elements.filter((element) => isSound(element) && targetsOf(element).includes('volume'));
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
