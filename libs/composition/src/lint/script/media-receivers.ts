/** Which expressions of a script are media elements of the document, as far as the source tells. */
import { attribute, type Element } from '../../source/dom.js';
import { matches } from '../source/element-match.js';
import { isMedia } from '../source/timing.js';
import type { LintScript } from './lint-script.js';
import {
  argumentsOf,
  child,
  children,
  isFunction,
  isGlobal,
  methodOf,
  propertyName,
  type SyntaxNode,
  unwrap,
} from './syntax.js';

export class MediaReceivers {
  readonly #names = new Set<string>();

  constructor(
    private readonly script: LintScript,
    private readonly elements: readonly Element[],
  ) {
    const tree = script.parsed?.tree;
    if (tree === undefined) return;
    for (const declarator of tree.of('VariableDeclarator')) {
      const id = child(declarator, 'id');
      const init = unwrap(child(declarator, 'init'));
      const loop = tree.parent(tree.parent(declarator) ?? declarator);
      const iterated = loop?.type === 'ForOfStatement' ? unwrap(child(loop, 'right')) : null;
      const holds = this.isMedia(init) || this.isMediaList(init) || this.isMediaList(iterated);
      if (id?.type === 'Identifier' && holds) this.#names.add(id.name as string);
    }
    // `document.querySelectorAll('video').forEach((video) => …)`
    for (const call of tree.of('CallExpression')) {
      const { object, name } = methodOf(call);
      const [callback] = argumentsOf(call);
      if (callback === undefined || !isFunction(callback) || !this.isMediaList(object)) continue;
      const [first] = children(callback, 'params');
      if ((name === 'forEach' || name === 'map') && first?.type === 'Identifier') this.#names.add(first.name as string);
    }
  }

  /** True for an expression that is certainly an audio or video element, or a list of them that was indexed. */
  isMedia(node: SyntaxNode | null): boolean {
    const at = unwrap(node);
    if (at === null) return false;
    if (at.type === 'Identifier') return this.#names.has(at.name as string);
    if (at.type === 'NewExpression') return isGlobal(child(at, 'callee'), 'Audio');
    if (at.type === 'MemberExpression' && at.computed === true) return this.isMediaList(unwrap(child(at, 'object')));
    if (at.type !== 'CallExpression') return false;
    const { name } = methodOf(at);
    const argument = this.script.string(argumentsOf(at)[0] ?? null);
    if (argument === null) return false;
    if (name === 'createElement') return /^(?:video|audio)$/i.test(argument);
    if (name === 'getElementById')
      return this.elements.some((one) => isMedia(one) && attribute(one, 'id') === argument);
    return name === 'querySelector' && this.#selectsMedia(argument);
  }

  isMediaList(node: SyntaxNode | null): boolean {
    const at = unwrap(node);
    if (at?.type === 'Identifier') return this.#names.has(at.name as string);
    if (at?.type !== 'CallExpression') return false;
    const { name, object } = methodOf(at);
    const [first] = argumentsOf(at);
    if (name === 'from' && propertyName(child(at, 'callee')) === 'from' && isGlobal(object, 'Array')) {
      return this.isMediaList(unwrap(first ?? null));
    }
    const argument = this.script.string(first ?? null);
    if (argument === null) return false;
    if (name === 'getElementsByTagName') return /^(?:video|audio)$/i.test(argument);
    return name === 'querySelectorAll' && this.#selectsMedia(argument);
  }

  /** The selector ends in a media tag, or means media elements and no others. */
  #selectsMedia(selector: string): boolean {
    if (selector.split(',').every((part) => /(?:^|[\s>+~])(?:video|audio)(?:[#.[:][^\s>+~]*)?\s*$/i.test(part.trim())))
      return true;
    const found = this.elements.filter((element) => matches(element, selector));
    return found.length > 0 && found.every(isMedia);
  }
}
