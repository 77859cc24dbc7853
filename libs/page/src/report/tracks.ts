/** Videos to place and tracks to mix (reference: composition-format 9). */

import { parseRate } from '@framefarm/composition/timing';
import type { AudioGroup, AudioTrack, SilentMedia, VideoClip } from '@framefarm/contract';
import { closestAround, elementAround } from '../document/around.js';
import { type CompositionTree, mediaStart } from '../document/composition-tree.js';
import { type MediaLibrary, mediaSource } from '../media/library.js';
import { writtenVolume } from '../media/neutralise.js';
import type { VolumeSampler } from './volume-curve.js';

/** Slot of a media element, cut to what its hosts leave of it, and the source seconds that cutting its head costs. */
interface Slot {
  readonly start: number;
  readonly end: number;
  readonly passed: number;
}

/** The window of an element cut to the windows of all timed elements around it. */
function slotOf(tree: CompositionTree, element: Element, renderEnd: number): Slot {
  const rate = parseRate(element.getAttribute('data-playback-rate'));
  const own = tree.timing.windows.get(tree.keys.get(element) ?? -1) ?? { start: 0, end: null };
  let start = Math.max(0, own.start);
  let end = own.end ?? Number.POSITIVE_INFINITY;
  for (let at = elementAround(element); at !== null && at !== tree.root; at = elementAround(at)) {
    const outer = tree.timing.windows.get(tree.keys.get(at) ?? -1);
    if (outer === undefined) continue;
    start = Math.max(start, outer.start);
    end = Math.min(end, outer.end ?? Number.POSITIVE_INFINITY);
  }
  end = Math.min(end, renderEnd);
  return { start, end, passed: (start - own.start) * rate };
}

const nameIn = (tree: CompositionTree, element: HTMLMediaElement): string => tree.mediaNames.get(element) ?? element.id;

const isHidden = (element: Element): boolean => closestAround(element, '[data-hidden]') !== null;

export function videoClips(tree: CompositionTree, media: MediaLibrary, renderEnd: number): VideoClip[] {
  const clips: VideoClip[] = [];
  for (const element of tree.elements) {
    if (!(element instanceof HTMLVideoElement) || isHidden(element)) continue;
    const source = mediaSource(element);
    if (source === null) continue;
    // Known to have no picture: an audio file in a video element has nothing to place.
    const info = media.infoOf(element);
    if (info !== null && info.video === null) continue;
    const slot = tree.timing.windows.get(tree.keys.get(element) ?? -1);
    if (slot === undefined) continue;
    const end = Math.min(slot.end ?? renderEnd, renderEnd);
    if (end <= slot.start) continue;
    clips.push({
      elementId: nameIn(tree, element),
      source,
      start: slot.start,
      end,
      mediaStart: mediaStart(element),
      rate: parseRate(element.getAttribute('data-playback-rate')),
      loop: element.loop,
    });
  }
  return clips;
}

export interface Sound {
  readonly tracks: readonly AudioTrack[];
  readonly silent: readonly SilentMedia[];
}

/** Why an element joins no mix, whatever its window; null when it may (composition-format 9.2). */
function silence(element: HTMLMediaElement, media: MediaLibrary): string | null {
  if (isHidden(element)) return 'hidden';
  if (element.hasAttribute('muted')) return 'muted';
  if (element instanceof HTMLVideoElement && element.getAttribute('data-has-audio') === 'false') {
    return 'data-has-audio is false';
  }
  const info = media.infoOf(element);
  if (info !== null && info.audio === null) return 'its source holds no sound';
  if (mediaSource(element) === null) return 'it names no source';
  const group = groupOf(element);
  return group !== null && groupElement(group)?.hasAttribute('data-hidden') === true ? 'its group is hidden' : null;
}

/** Muted, hidden, silent and empty ones join no mix (composition-format 9.2). */
export function soundOf(tree: CompositionTree, media: MediaLibrary, renderEnd: number, volumes: VolumeSampler): Sound {
  const tracks: AudioTrack[] = [];
  const silent: SilentMedia[] = [];
  for (const element of tree.elements) {
    if (!(element instanceof HTMLMediaElement)) continue;
    const reason = silence(element, media);
    const source = mediaSource(element);
    if (reason !== null || source === null) {
      silent.push({ elementId: nameIn(tree, element), reason: reason ?? 'it names no source' });
      continue;
    }
    const slot = slotOf(tree, element, renderEnd);
    const duration = slot.end - slot.start;
    if (!(duration > 0) || !Number.isFinite(duration)) {
      silent.push({ elementId: nameIn(tree, element), reason: 'its window leaves nothing to be heard' });
      continue;
    }
    tracks.push({
      elementId: nameIn(tree, element),
      source,
      start: slot.start,
      duration,
      // A loop goes through its source from the same place again and again, also where its head is cut.
      mediaStart: mediaStart(element) + (element.loop ? 0 : slot.passed),
      rate: parseRate(element.getAttribute('data-playback-rate')),
      loop: element.loop,
      ...(element.loop && slot.passed > 0 ? { passed: slot.passed } : {}),
      volume: writtenVolume(element),
      volumeCurve: volumes.curveOf(element, slot.start, slot.end),
      automation: element.getAttribute('data-automation'),
      fxChain: element.getAttribute('data-fx-chain'),
      ...fadesOf(element),
      group: groupOf(element),
    });
  }
  return { tracks, silent };
}

/** `data-fade-in` and `data-fade-out`, seconds; what is no number above 0 fades nothing. */
function fadesOf(element: HTMLMediaElement): Pick<AudioTrack, 'fadeIn' | 'fadeOut'> {
  const [fadeIn, fadeOut] = ['data-fade-in', 'data-fade-out'].map((name) =>
    Number.parseFloat(element.getAttribute(name) ?? ''),
  );
  return { ...(isLength(fadeIn) ? { fadeIn } : {}), ...(isLength(fadeOut) ? { fadeOut } : {}) };
}

const isLength = (seconds: number | undefined): boolean =>
  seconds !== undefined && Number.isFinite(seconds) && seconds > 0;

/** Only audio elements join groups. */
const groupOf = (element: HTMLMediaElement): string | null =>
  element instanceof HTMLVideoElement ? null : element.getAttribute('data-audio-group');

const groupElement = (id: string): Element | null => document.querySelector(`hf-audio-group[id="${CSS.escape(id)}"]`);

/** Groups with an element, and those that only their members name. */
export function audioGroups(tracks: readonly AudioTrack[]): AudioGroup[] {
  const ids = new Set<string>();
  for (const element of document.querySelectorAll('hf-audio-group[id]')) ids.add(element.id);
  for (const track of tracks) if (track.group !== null) ids.add(track.group);
  return [...ids].map((id) => {
    const element = groupElement(id);
    return {
      id,
      volume: element === null ? 1 : writtenVolume(element),
      automation: element?.getAttribute('data-automation') ?? null,
      fxChain: element?.getAttribute('data-fx-chain') ?? null,
    };
  });
}
