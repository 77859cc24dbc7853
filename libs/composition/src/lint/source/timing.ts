/** Windows of all timed elements of the project, as far as the source gives them. */
import { positiveSeconds } from '../../root-element/attributes.js';
import { attribute, type Element, isElement } from '../../source/dom.js';
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
  untimedTarget,
} from '../../timing/index.js';
import type { LintProject, Mount } from './lint-project.js';

export interface PlacedElement {
  readonly timed: TimedElement;
  readonly element: Element;
  readonly mount: Mount;
}

export interface ProjectTiming {
  readonly placed: readonly PlacedElement[];
  readonly resolved: ResolvedTiming;
}

export const isMedia = (element: Element): boolean => element.tagName === 'video' || element.tagName === 'audio';

/** True for an element that its own `data-start` makes timed. */
export const isTimed = (element: Element): boolean =>
  attribute(element, 'data-start') !== null && !isNeverTimed(element.tagName);

/** Explicit length of a composition, seconds; null when its root states none. */
export function statedLength(root: Element | null): number | null {
  if (root === null) return null;
  return (
    positiveSeconds(attribute(root, 'data-duration')) ?? positiveSeconds(attribute(root, 'data-composition-duration'))
  );
}

const resolved = new WeakMap<LintProject, ProjectTiming>();

/** Resolved once for all rules. */
export function resolveProject(project: LintProject): ProjectTiming {
  const known = resolved.get(project) ?? resolve(project);
  resolved.set(project, known);
  return known;
}

function resolve(project: LintProject): ProjectTiming {
  const placed: PlacedElement[] = [];
  const mountsByKey = new Map(project.mounts.map((mount) => [mount.key, mount]));
  const hostKeys = new Map<string, number>();
  const untimed: { readonly element: Element; readonly instance: string }[] = [];
  const inlined: { readonly id: string; readonly element: Element }[] = [];
  for (const mount of project.mounts) {
    /** Compositions that stand in the file itself, around what belongs to them. */
    const inline = new Map<Element, string>();
    for (const element of mount.unit.elements) {
      if (element === mount.unit.root || isNeverTimed(element.tagName)) continue;
      const index = mount.unit.hosts.findIndex((host) => host.element === element);
      const isInline = index < 0 && (attribute(element, 'data-composition-id') ?? '').trim() !== '';
      const instance = instanceAround(element, inline) ?? mount.key;
      if (index < 0 && !isInline && !isTimed(element) && !isMedia(element)) {
        if (attribute(element, 'id')) untimed.push({ element, instance });
        continue;
      }
      const key = placed.length;
      if (isInline) {
        const id = `${mount.key}#${key}`;
        inline.set(element, id);
        hostKeys.set(id, key);
        inlined.push({ id, element });
      }
      const child = index < 0 ? undefined : mountsByKey.get(`${mount.key}/${index}`);
      if (child !== undefined) hostKeys.set(child.key, key);
      const id = attribute(element, 'id');
      placed.push({
        element,
        mount,
        timed: {
          key,
          id: id === '' ? null : id,
          compositionId: attribute(element, 'data-composition-id'),
          instance,
          start: attribute(element, 'data-start'),
          duration: attribute(element, 'data-duration'),
          end: attribute(element, 'data-end'),
          mediaLength: null,
          childLength: statedLength(child?.unit.root ?? null),
          isMedia: isMedia(element),
          startBasis: parseStartBasis(attribute(element, START_BASIS)),
        },
      });
    }
  }
  const instances = project.mounts.map((mount) => ({
    id: mount.key,
    host: hostKeys.get(mount.key) ?? null,
    playbackStart: mount.host === null ? 0 : playbackStart(mount.host.element),
    rate: mount.host === null ? 1 : parseRate(attribute(mount.host.element, 'data-playback-rate')),
  }));
  for (const { id, element } of inlined) {
    const rate = parseRate(attribute(element, 'data-playback-rate'));
    instances.push({ id, host: hostKeys.get(id) ?? null, playbackStart: playbackStart(element), rate });
  }
  const timed = placed.map((one) => one.timed);
  const missing = missingTargets(timed);
  for (const { element, instance } of untimed) {
    const id = attribute(element, 'id') ?? '';
    if (missing.get(instance)?.has(id) !== true) continue;
    const [duration, end] = [attribute(element, 'data-duration'), attribute(element, 'data-end')];
    timed.push(untimedTarget({ key: timed.length, id, instance, duration, end }));
  }
  return { placed, resolved: resolveTiming(timed, instances) };
}

/** The nearest composition around an element that stands in the same file below its root. */
function instanceAround(element: Element, inline: ReadonlyMap<Element, string>): string | undefined {
  for (let at = element.parentNode; at !== null && isElement(at); at = at.parentNode) {
    const id = inline.get(at);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Offset into a child or a media source, seconds (composition-format 6 and 9). */
export function playbackStart(element: Element): number {
  const written =
    parseSeconds(attribute(element, 'data-playback-start')) ?? parseSeconds(attribute(element, 'data-media-start'));
  return Math.max(0, written ?? 0);
}
