/**
 * Media that a render knows nothing of. What a video shows and what is heard is made of the elements that the page held, and of their sources, when
 * frames began (composition-format 9). Others come too late: those that scripts add while frames are shown, another source of one that is
 * there, and elements outside of the page that scripts play or draw. All of it is told (composition-format G1), and what the browser would
 * show of it by itself, in another frame of each render, is not shown (G2).
 */
import type { Trees } from '../document/trees.js';
import { NativeMutationObserver } from '../natives/natives.js';
import { nameOf } from '../page.js';
import { pathOf, type WarningLog } from '../report/warnings.js';

const MEDIA = 'video, audio';
const NAMED_BY = ['src', 'autoplay', 'preload'];

export interface LateMedia {
  /** A script plays an element or takes its picture. */
  used(element: HTMLMediaElement): void;
  /** Looks at what this frame has brought, with the elements that the render knows. */
  seek(known: ReadonlyMap<HTMLMediaElement, string>): void;
}

export interface LateMediaParts {
  readonly log: WarningLog;
  readonly trees: Trees;
  /** What an element plays; null where it names nothing. */
  sourceOf(element: Element): string | null;
}

const isMedia = (node: Node | null): node is HTMLMediaElement =>
  node instanceof HTMLVideoElement || node instanceof HTMLAudioElement;

/** Whether nothing of an element would be seen or heard in any browser. */
const isMute = (element: HTMLMediaElement): boolean =>
  element instanceof HTMLAudioElement && (element.muted || element.hasAttribute('muted'));

/** To be called before any script of the author. */
export function watchLateMedia({ log, trees, sourceOf }: LateMediaParts): LateMedia {
  /** What those that the render knows played when frames began; null until then. */
  let known: Map<HTMLMediaElement, string | null> | null = null;
  const told = new WeakSet<HTMLMediaElement>();
  const usedEarly = new Set<HTMLMediaElement>();

  const tell = (element: HTMLMediaElement, words: (name: string, source: string) => string): void => {
    const source = sourceOf(element);
    if (source === null || told.has(element) || isMute(element)) return;
    told.add(element);
    const name = pathOf(new URL(source, document.baseURI).href);
    log.warn('unsupported_feature', words(nameOf(element), name), { feature: 'media of a script', source: name });
  };
  const lost = (element: HTMLMediaElement): string =>
    element instanceof HTMLVideoElement ? 'neither its pictures nor its sound are' : 'its sound is not';

  /** It loads nothing, and shows nothing of what it has loaded by now. */
  const silence = (element: HTMLMediaElement): void => {
    if (element.autoplay) element.removeAttribute('autoplay');
    if (element.getAttribute('preload') !== 'none') element.setAttribute('preload', 'none');
    if (element instanceof HTMLVideoElement && element.style.visibility !== 'hidden')
      element.style.setProperty('visibility', 'hidden', 'important');
  };
  const look = (element: HTMLMediaElement): void => {
    if (known === null) return;
    const before = known.get(element);
    if (before === undefined) {
      silence(element);
      tell(
        element,
        (name, source) =>
          `"${name}" was not in the composition when its frames began: ${lost(element)} in the video ("${source}"). Have it there from the beginning, with data-start`,
      );
    } else if (sourceOf(element) !== before) {
      tell(
        element,
        (name, source) =>
          `"${name}" gets another source while frames are shown, "${source}": it keeps the one that it began with. Use an element for each source, with data-start`,
      );
    }
  };
  const tellUsed = (element: HTMLMediaElement): void => {
    if (known === null || known.has(element) || element.isConnected) return;
    tell(
      element,
      (name, source) =>
        `A script uses "${name}", which is not in the composition: ${lost(element)} in the video ("${source}"). Have it there from the beginning, with data-start${element instanceof HTMLVideoElement ? '; it may be transparent' : ''}`,
    );
  };

  const observer = new NativeMutationObserver(lookAt);
  function lookAt(records: readonly MutationRecord[]): void {
    if (known === null) return;
    for (const { type, target, addedNodes } of records) {
      const owner = target instanceof HTMLSourceElement ? target.parentElement : target;
      if (isMedia(owner) && owner.isConnected) look(owner);
      if (type === 'attributes') continue;
      for (const node of addedNodes) {
        if (!(node instanceof Element) || !node.isConnected) continue;
        for (const element of [node, ...node.querySelectorAll(MEDIA)]) if (isMedia(element)) look(element);
      }
    }
  }
  trees.each((tree) => observer.observe(tree, { subtree: true, childList: true, attributeFilter: NAMED_BY }));

  return {
    used(element) {
      if (known === null) usedEarly.add(element);
      else tellUsed(element);
    },
    seek(elements) {
      if (known === null) {
        observer.takeRecords();
        known = new Map([...elements.keys()].map((element) => [element, sourceOf(element)]));
        for (const element of trees.select<HTMLMediaElement>(document, MEDIA)) look(element);
        for (const element of usedEarly) tellUsed(element);
        usedEarly.clear();
      }
      lookAt(observer.takeRecords());
    },
  };
}
