/** Finds the root, the mounted compositions and the timed elements of the document (reference: composition-format 2, 3, 6). */

import {
  isNeverTimed,
  missingTargets,
  parseRate,
  parseSeconds,
  parseStartBasis,
  type ResolvedTiming,
  resolveTiming,
  START_BASIS,
  type TimedElement,
  type TimedInstance,
  untimedTarget,
  withinReach,
} from '@framefarm/composition/timing';
import { type CompositionInstance, INSTANCE_ATTRIBUTE, type MediaInfo } from '@framefarm/contract';
import { closestOf, idOf } from '../natives/own-properties.js';
import { elementAround } from './around.js';
import type { Trees } from './trees.js';

/** Attributes that give media a start or a length. */
const SLOT = ['data-start', 'data-duration', 'data-end'];

export interface MountedInstance {
  readonly id: string;
  readonly authoredId: string;
  /** The element that carries the composition's content. */
  readonly element: Element;
  /** The host; null for the root. */
  readonly host: Element | null;
}

export interface CompositionTree {
  readonly root: HTMLElement;
  readonly instances: readonly MountedInstance[];
  /** Timed elements in document order, hosts and media included; those of a shadow tree follow what holds the tree. */
  readonly elements: readonly Element[];
  readonly keys: ReadonlyMap<Element, number>;
  readonly timing: ResolvedTiming;
  /** What a plan calls a media element: its id, which in a shadow tree is made the only one of its kind. */
  readonly mediaNames: ReadonlyMap<HTMLMediaElement, string>;
  /** Runtime id of the composition that an element belongs to; a host belongs to the composition around it. */
  instanceOf(element: Element): string;
}

function isInside(element: Element, selector: string): boolean {
  const outer = elementAround(element);
  return outer !== null && closestOf(outer, selector) !== null;
}

/** The root by composition-format 2, or null when none stands outside a template. */
export function findRoot(): HTMLElement | null {
  const candidates = [...document.querySelectorAll<HTMLElement>('[data-composition-id]')];
  return (
    candidates.find((element) => element.dataset.root === 'true') ??
    candidates.find((element) => !isInside(element, '[data-composition-id]')) ??
    candidates[0] ??
    null
  );
}

/** What stands where a root should be, for COMPOSITION_ROOT_MISSING. */
export function rootHint(): string {
  for (const template of document.querySelectorAll('template')) {
    const inside = template.content.querySelector('[data-composition-id]');
    if (inside !== null) {
      return `the only root ("${inside.getAttribute('data-composition-id')}") is inside a template, which a browser never shows`;
    }
  }
  const body = document.body as HTMLElement | null;
  if (body === null || body.childElementCount === 0) return 'the body is empty';
  const first = `<${body.firstElementChild?.localName}>`;
  const children = body.childElementCount;
  if (children === 1) return `the body has one element, ${first}, without data-composition-id`;
  return `the body has ${children} elements, beginning with ${first}, none of which has data-composition-id`;
}

/** The composition elements of the compiled document: the root, and every host (libs/composition, README). */
function mountedInstances(root: HTMLElement, declared: readonly CompositionInstance[]): MountedInstance[] {
  const rootId = root.getAttribute('data-composition-id') ?? '';
  const authored = new Map(declared.map((instance) => [instance.runtimeId, instance.authoredId]));
  const found: MountedInstance[] = [
    { id: rootId, authoredId: authored.get(rootId) ?? rootId, element: root, host: null },
  ];
  for (const element of root.querySelectorAll(`[${INSTANCE_ATTRIBUTE}], [data-composition-id]`)) {
    const id = element.getAttribute(INSTANCE_ATTRIBUTE) ?? element.getAttribute('data-composition-id');
    if (id === null || id === '' || found.some((instance) => instance.id === id)) continue;
    found.push({ id, authoredId: authored.get(id) ?? id, element, host: element });
  }
  return found;
}

const isMedia = (element: Element): element is HTMLMediaElement =>
  element instanceof HTMLVideoElement || element instanceof HTMLAudioElement;

export interface TreeFacts {
  readonly declared: readonly CompositionInstance[];
  /** Facts about the source of a media element, if known. */
  mediaOf(element: Element): MediaInfo | null;
  /** Length of an instance's timeline in seconds, null when it has none or it is infinite. */
  timelineLength(instanceId: string): number | null;
  /** Window of an automatic media element inside a `.scene`, if measured. */
  sceneWindow(element: Element): { start: number; end: number } | null;
}

/** Offset into the source, seconds >= 0: `data-playback-start` wins over `data-media-start` (composition-format 9). */
export function mediaStart(element: Element): number {
  const written =
    parseSeconds(element.getAttribute('data-playback-start')) ?? parseSeconds(element.getAttribute('data-media-start'));
  return Math.max(0, withinReach(written ?? 0));
}

/** Reads the whole tree anew. Lengths that depend on timelines and media come from `facts`. */
export function readTree(root: HTMLElement, trees: Trees, facts: TreeFacts): CompositionTree {
  const instances = mountedInstances(root, facts.declared);
  const instanceElements = new Map(instances.map((instance) => [instance.element, instance]));
  const hosts = new Map<Element, MountedInstance>();
  for (const instance of instances) if (instance.host !== null) hosts.set(instance.host, instance);
  const rootInstance = instances[0]?.id ?? '';

  const instanceOf = (element: Element): string => {
    for (let at = hosts.has(element) ? elementAround(element) : element; at !== null; at = elementAround(at)) {
      const instance = instanceElements.get(at) ?? hosts.get(at);
      if (instance !== undefined) return instance.id;
    }
    return rootInstance;
  };

  const elements: Element[] = [];
  for (const element of trees.select(root, '[data-start], [data-composition-id], video, audio')) {
    if (isNeverTimed(element.tagName.toLowerCase())) continue;
    const isHost = hosts.has(element);
    if (isHost || isMedia(element) || element.hasAttribute('data-start')) elements.push(element);
  }

  const keys = new Map(elements.map((element, index) => [element, index]));
  const timed = elements.map((element, key): TimedElement => {
    const instance = hosts.get(element);
    const media = isMedia(element);
    const length = media ? (facts.mediaOf(element)?.durationSeconds ?? null) : null;
    const scene = media && !element.hasAttribute('data-start') ? facts.sceneWindow(element) : null;
    const start = element.getAttribute('data-start');
    return {
      key,
      id: idOf(element) || null,
      compositionId: instance?.authoredId ?? element.getAttribute('data-composition-id'),
      instance: instanceOf(element),
      start: scene === null ? start : String(scene.start),
      duration: scene === null ? element.getAttribute('data-duration') : String(scene.end - scene.start),
      end: element.getAttribute('data-end'),
      mediaLength:
        length === null
          ? null
          : Math.max(0, length - mediaStart(element)) / parseRate(element.getAttribute('data-playback-rate')),
      childLength: instance === undefined ? null : childLength(instance, facts),
      isMedia: media,
      startBasis: parseStartBasis(element.getAttribute(START_BASIS)),
      loopsFreely:
        element instanceof HTMLVideoElement &&
        element.loop &&
        scene === null &&
        !SLOT.some((attribute) => element.hasAttribute(attribute)),
    };
  });
  const missing = missingTargets(timed);
  for (const element of missing.size === 0 ? [] : trees.select(root, '[id]')) {
    const instance = instanceOf(element);
    if (keys.has(element) || isNeverTimed(element.tagName.toLowerCase()) || !missing.get(instance)?.has(idOf(element)))
      continue;
    const [duration, end] = [element.getAttribute('data-duration'), element.getAttribute('data-end')];
    timed.push(untimedTarget({ key: timed.length, id: idOf(element), instance, duration, end }));
  }
  const mounted = instances.map(
    (instance): TimedInstance => ({
      id: instance.id,
      host: instance.host === null ? null : (keys.get(instance.host) ?? null),
      playbackStart: instance.host === null ? 0 : mediaStart(instance.host),
      rate: parseRate(instance.host?.getAttribute('data-playback-rate')),
    }),
  );
  const timing = resolveTiming(timed, mounted);
  return { root, instances, elements, keys, timing, mediaNames: nameMedia(elements), instanceOf };
}

/**
 * Each by its id, and no two by one name: a file that is mounted twice brings its ids twice, and those of shadow trees may stand in others too.
 * Elements of the document come first.
 */
function nameMedia(elements: readonly Element[]): Map<HTMLMediaElement, string> {
  const media = elements.filter(isMedia);
  const names = new Map<HTMLMediaElement, string>();
  const taken = new Set(media.map((element) => element.id));
  const given = new Set<string>();
  const inDocument = (element: Element): boolean => element.getRootNode() === document;
  for (const element of [...media.filter(inDocument), ...media.filter((one) => !inDocument(one))]) {
    let name = element.id;
    for (let count = 2; given.has(name) || (name !== element.id && taken.has(name)); count++)
      name = `${element.id}-${count}`;
    given.add(name);
    names.set(element, name);
  }
  return names;
}

/** Length of a child: its own root's explicit length, else its timeline's. */
function childLength(instance: MountedInstance, facts: TreeFacts): number | null {
  const written = parseSeconds(instance.element.getAttribute('data-ff-child-duration'));
  return written !== null && written > 0 ? written : facts.timelineLength(instance.id);
}
