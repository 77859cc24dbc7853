/** References to natives, taken before any script of the author runs: a page may redefine its globals at will. */
export { NativePromise, nativeNow, nativeSetTimeout, nativeTurn } from './time.js';

const elementAnimations = Element.prototype.getAnimations;
const documentAnimations = Document.prototype.getAnimations;
const shadowAnimations = ShadowRoot.prototype.getAnimations;
/** What reads a property, whatever hides it in an object. */
export const getterOf = <T>(owner: object, name: string): (() => T) =>
  Object.getOwnPropertyDescriptor(owner, name)?.get as () => T;
const documentSheets = getterOf<CSSStyleSheet[]>(Document.prototype, 'adoptedStyleSheets');
const shadowSheets = getterOf<CSSStyleSheet[]>(ShadowRoot.prototype, 'adoptedStyleSheets');
const ruleStyles = [CSSStyleRule, CSSKeyframeRule, CSSNestedDeclarations].map(
  (Rule) => [Rule, getterOf<CSSStyleDeclaration>(Rule.prototype, 'style')] as const,
);

const eachFont = FontFaceSet.prototype.forEach;
/** Whether a font was declared that nothing has asked for yet. */
export function hasUnloadedFonts(): boolean {
  let isUnloaded = false;
  eachFont.call(document.fonts, ({ status }) => {
    isUnloaded ||= status === 'unloaded';
  });
  return isUnloaded;
}
const offsetHeight = getterOf<number>(HTMLElement.prototype, 'offsetHeight');
/** Brings styles and layout of the document up to date. */
export const layOut = (): void => {
  if (document.body !== null) offsetHeight.call(document.body);
};

/** The element or tree that a node is in, whatever the node tells of that. */
const parentNode = getterOf<ParentNode | null>(Node.prototype, 'parentNode');
export const nativeParentOf = (node: Node): ParentNode | null => parentNode.call(node);

const attachShadow = Element.prototype.attachShadow;
/** Of ours, which is no tree of the page. */
export const nativeAttachShadow = (host: Element, init: ShadowRootInit): ShadowRoot => attachShadow.call(host, init);

const entriesByName = performance.getEntriesByName.bind(performance);
/** Resources that were loaded from an address; the type is that of the answer, empty where the page may not know it. */
export const nativeEntriesByName = (url: string): readonly (PerformanceEntry & { readonly contentType?: string })[] =>
  entriesByName(url, 'resource');
export const nativeRaf: (callback: FrameRequestCallback) => number = window.requestAnimationFrame.bind(window);
export const nativeCancelRaf: (handle: number) => void = window.cancelAnimationFrame.bind(window);
const addListener = EventTarget.prototype.addEventListener;
/** Of ours, which is no listener of the page. */
export const nativeListen = (target: EventTarget, type: string, listener: (event: Event) => void): void =>
  addListener.call(target, type, listener);
/** The same of one that hears before those of the page on the same target, and before all below it. */
export const nativeListenFirst = (target: EventTarget, type: string, listener: (event: Event) => void): void =>
  addListener.call(target, type, listener, true);
const { dispatchEvent } = EventTarget.prototype;
export const nativeDispatch = (target: EventTarget, event: Event): boolean => dispatchEvent.call(target, event);
/** Of a document that has no address of its own, as by `srcdoc`, that of the page around it. */
export const nativeOrigin = window.origin;
export const NativeMutationObserver = MutationObserver;
export const NativeStyleSheet = CSSStyleSheet;
/** Images of ours, of which the page knows nothing. */
export const ownImages = new WeakSet<HTMLImageElement>();
export const NativeImage: typeof Image = new Proxy(Image, {
  construct(target, args, newTarget) {
    const made: HTMLImageElement = Reflect.construct(target, args, newTarget);
    ownImages.add(made);
    return made;
  },
});
export const nativeMatchMedia: typeof matchMedia = window.matchMedia.bind(window);
export const nativeFetch: typeof fetch = window.fetch.bind(window);
export const nativeCreateImageBitmap: (source: ImageBitmapSource) => Promise<ImageBitmap> =
  window.createImageBitmap.bind(window);
/** Absent where the page's address is not trusted, as in documents inside it. */
export const NativeVideoDecoder: typeof VideoDecoder | undefined = window.VideoDecoder;
export const NativeEncodedVideoChunk = window.EncodedVideoChunk;
export const NativeArrayBuffer = ArrayBuffer;
export const NativeImageData = ImageData;
export const NativeOffscreenCanvas = OffscreenCanvas;
export const nativeComputedStyle: (element: Element, pseudo?: string | null) => CSSStyleDeclaration =
  window.getComputedStyle.bind(window);
const styleMap = Element.prototype.computedStyleMap;
export const nativeStyleMap = (element: Element): StylePropertyMapReadOnly => styleMap.call(element);
export const nativeAnimationsOf = (element: Element): Animation[] => elementAnimations.call(element);
/** A document does not count those in its shadow trees. */
export const animationsIn = (tree: Document | ShadowRoot): Animation[] =>
  (tree instanceof ShadowRoot ? shadowAnimations : documentAnimations).call(tree);
export const ruleStyle = (rule: CSSRule): CSSStyleDeclaration | undefined =>
  ruleStyles.find(([Rule]) => rule instanceof Rule)?.[1].call(rule);
export const adoptedSheets = (tree: Document | ShadowRoot): CSSStyleSheet[] =>
  (tree instanceof ShadowRoot ? shadowSheets : documentSheets).call(tree);
/** Pixels of a picture for each of the page; the same as long as the document lives. */
export const nativePixelRatio = window.devicePixelRatio;
