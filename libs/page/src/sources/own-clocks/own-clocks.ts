/**
 * What browsers move by a clock of their own that nothing in a page can set: graphics within images, animated images outside of an `img`, and the
 * bar of a `progress` whose value is not known. Two renders would not show the same, so it is told (composition-format 7); so is a `marquee`,
 * which is kept still (`marquees.ts`), and a graphic that `use` takes from another file, where it does not move.
 */

import type { Trees } from '../../document/trees.js';
import { nativeComputedStyle, nativeFetch, nativeOrigin } from '../../natives/natives.js';
import { nameOf } from '../../page.js';
import { decodedUrl } from '../../report/decoded-url.js';
import { pathOf, type WarningLog } from '../../report/warnings.js';
import { DECLARED_ANIMATIONS } from '../animations/svg-animations.js';
import { isAnimated } from './animated-images.js';
import { movingType } from './picture-head.js';
import { animatedType, besides, isUntold } from './picture-type.js';

/** Animations that SVG declares, and rules of CSS that move something. */
const MOVES = /<(?:[\w-]+:)?(?:animate(?:Motion|Transform)?|set)[\s/>]|@(?:-webkit-)?keyframes\b/;
const GRAPHIC = /^data:image\/svg\+xml[;,]|\.svgz?(?:[?#]|$)/i;

/** Animations that SVG declares, in a part of a file that `use` takes. */
const DECLARED = DECLARED_ANIMATIONS.join();

const isGraphic = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('image/svg+xml') === true;

export interface OwnClocks {
  /** Looks into a graphic that is shown as an image or by CSS; `url` is absolute. Others than graphics of the project are let be. */
  look(url: string): void;
  /** The same of one that CSS shows, or an `input`, where an image that is animated does not follow the frames as it does in an `img`. */
  lookInStyle(url: string): void;
  /** Looks at images that were not looked at yet. */
  adopt(): void;
  /** Looks at what this frame shows. */
  seek(): void;
  /** What is still being looked into, in words. */
  loading(): string[];
}

export function createOwnClocks(log: WarningLog, trees: Trees): OwnClocks {
  const looked = new Set<string>();
  const open = new Set<string>();
  const told = new WeakSet<Element>();
  // Follows the document, so that a page without any costs nothing.
  const bars = document.getElementsByTagName('progress');
  const marquees = document.getElementsByTagName('marquee');

  /** Tells of a picture of the project that `moves`, after `moves` has looked into what is served for it. */
  const inspect = (url: string, moves: (answer: Response) => Promise<boolean>, tell: (name: string) => void): void => {
    if (looked.has(url)) return;
    looked.add(url);
    const written = url.startsWith('data:');
    if (!written && !url.replace(/^blob:/, '').startsWith(`${nativeOrigin}/`)) return;
    const name = written ? `${url.slice(0, 40)}…` : pathOf(url);
    open.add(name);
    nativeFetch(written ? url : besides(url))
      .then(async (answer) => {
        if (answer.ok && (await moves(answer))) tell(name);
      })
      // One that cannot be had is told by whoever serves it.
      .catch(() => undefined)
      .then(() => open.delete(name));
  };
  const look = (url: string): void => {
    const untold = isUntold(url);
    if (!untold && !GRAPHIC.test(url)) return;
    inspect(
      url,
      async (answer) => (!untold || isGraphic(answer)) && MOVES.test(await answer.text()),
      (name) =>
        log.warn(
          'unsupported_feature',
          `Image "${name}" is an SVG that moves by itself, by the browser's own clock: write the graphic into the document, where it follows the frames`,
          { feature: 'animated SVG image', source: name },
        ),
    );
  };
  const lookInStyle = (url: string): void => {
    const told = animatedType(url);
    const untold = isUntold(url);
    if (told === undefined && !untold) {
      look(url);
      return;
    }
    inspect(
      url,
      async (answer) => {
        if (untold && isGraphic(answer)) return MOVES.test(await answer.text());
        const bytes = await answer.arrayBuffer();
        const type = told ?? movingType(new Uint8Array(bytes));
        return type !== null && isAnimated(bytes, type);
      },
      (name) =>
        log.warn(
          'unsupported_feature',
          `Image "${name}" is animated, and outside of an <img> it moves by the browser's own clock: show it by one, where it follows the frames`,
          { feature: 'animated image in CSS', source: name },
        ),
    );
  };
  const lookAtUse = ({ href: { baseVal } }: SVGUseElement): void => {
    if (baseVal.startsWith('#') || !URL.canParse(baseVal, document.baseURI)) return;
    const { href, hash } = new URL(baseVal, document.baseURI);
    inspect(
      href,
      async (answer) => {
        const file = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml');
        return file.getElementById(decodedUrl(hash.slice(1)))?.querySelector(DECLARED) != null;
      },
      (name) =>
        log.warn(
          'unsupported_feature',
          `"${name}" has an animation of SVG, and stands still where a <use> takes it from its file: write the graphic into the document, where it follows the frames`,
          { feature: 'animation in a used file', source: name },
        ),
    );
  };
  const lookAtBar = (bar: HTMLProgressElement): void => {
    if (told.has(bar) || bar.position >= 0 || nativeComputedStyle(bar).appearance === 'none') return;
    if (bar.getClientRects().length === 0) return;
    told.add(bar);
    const name = nameOf(bar);
    log.warn(
      'unsupported_feature',
      `The bar of "${name}" has no value, so it moves by the browser's own clock: give it a value, or "appearance: none" and a look of your own`,
      { feature: 'progress without a value', source: name },
    );
  };

  const lookAtMarquee = (element: Element): void => {
    if (told.has(element) || element.getClientRects().length === 0) return;
    told.add(element);
    const name = nameOf(element);
    log.warn(
      'unsupported_feature',
      `"${name}" stands still, as nothing can set a marquee to a time: move its text by a CSS animation, which follows the frames`,
      { feature: 'marquee', source: name },
    );
  };

  return {
    look,
    lookInStyle,
    adopt() {
      for (const image of trees.select<HTMLImageElement>(document, 'img')) look(image.currentSrc || image.src);
      for (const { src } of trees.select<HTMLInputElement>(document, 'input[type="image"]')) lookInStyle(src);
      for (const use of trees.select(document, 'use')) if (use instanceof SVGUseElement) lookAtUse(use);
    },
    seek() {
      for (const tree of trees.now()) {
        const isDocument = tree === document;
        for (const bar of isDocument ? bars : tree.querySelectorAll('progress')) {
          if (bar instanceof HTMLProgressElement) lookAtBar(bar);
        }
        for (const element of isDocument ? marquees : tree.querySelectorAll('marquee')) lookAtMarquee(element);
      }
    },
    loading: () => [...open].map((name) => `image ${name}`),
  };
}
