/**
 * The document and the shadow trees in it. No selector, list or observer reaches from one into another, so what looks at the whole
 * page looks at each. A closed tree that the parser makes cannot be had by anyone.
 */
import { adoptedSheets, NativeMutationObserver } from '../natives/natives.js';
import { wrapMethod } from '../natives/wrap-natives.js';

export type Tree = Document | ShadowRoot;

/** Sheets in their order, those of scripts too. */
export const sheetsIn = (tree: Tree): readonly CSSStyleSheet[] => [...tree.styleSheets, ...adoptedSheets(tree)];

export interface Trees {
  /** Looks for new ones, and tells those who asked for each. */
  update(): void;
  /** Those that are part of the page now. */
  now(): Iterable<Tree>;
  /** What a selector matches in a node and in the shadow trees below it; what a tree holds follows its host. */
  select<E extends Element = Element>(within: ParentNode & Node, selector: string): E[];
  /** Calls `then` with each, at once or as soon as it is found; again with one that left the page and came back. */
  each(then: (tree: Tree) => void): void;
}

/** Finds them from here on; call it before any script of the page. */
export function findTrees(): Trees {
  const { get } = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot') as { get: () => ShadowRoot | null };
  /** Those of scripts, which also know closed ones. */
  const attached = new WeakMap<Element, ShadowRoot>();
  const known = new Set<ShadowRoot>();
  const followers: ((tree: Tree) => void)[] = [];
  const observer = new NativeMutationObserver(lookAt);
  let followed = document;

  function add(root: ShadowRoot): void {
    if (known.has(root)) return;
    known.add(root);
    follow(root);
    for (const then of followers) then(root);
    lookIn(root);
  }
  function follow(tree: Tree): void {
    observer.observe(tree, { subtree: true, childList: true });
  }
  function look(element: Element): void {
    const root = attached.get(element) ?? get.call(element);
    if (root !== null) add(root);
  }
  function lookIn(node: ParentNode, looked?: Set<Node>): void {
    for (const element of node.querySelectorAll('*')) {
      look(element);
      looked?.add(element);
    }
  }
  function lookAt(records: readonly MutationRecord[]): void {
    // The parser adds elements one by one, each of which holds by now those that follow.
    const looked = new Set<Node>();
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (!(node instanceof Element) || !node.isConnected || looked.has(node)) continue;
        look(node);
        lookIn(node, looked);
      }
    }
  }

  function update(): void {
    lookAt(observer.takeRecords());
    if (document === followed) return;
    // The window has got another document than the empty one with which it began.
    followed = document;
    follow(document);
    for (const then of followers) then(document);
    lookIn(document);
  }

  function* now(): Iterable<Tree> {
    update();
    yield document;
    for (const root of known) {
      if (root.isConnected) yield root;
      else known.delete(root);
    }
  }
  function select<E extends Element>(within: ParentNode & Node, selector: string): E[] {
    const found = [...within.querySelectorAll<E>(selector)];
    const inside = new Map<Element, ShadowRoot>();
    for (const tree of now()) if (tree instanceof ShadowRoot && within.contains(tree.host)) inside.set(tree.host, tree);
    if (inside.size === 0) return found;
    const matched = new Set<Element>(found);
    const isMatch = (element: Element): element is E => matched.has(element);
    return [...new Set<Element>([...found, ...inside.keys()])]
      .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
      .flatMap((element) => {
        const tree = inside.get(element);
        return [...(isMatch(element) ? [element] : []), ...(tree === undefined ? [] : select<E>(tree, selector))];
      });
  }

  follow(document);
  wrapMethod(Element.prototype, 'attachShadow', (host, root) => {
    attached.set(host as Element, root as ShadowRoot);
    if ((host as Element).isConnected) add(root as ShadowRoot);
  });
  return {
    update,
    now,
    select,
    each(then) {
      followers.push(then);
      then(document);
      for (const root of known) then(root);
    },
  };
}
