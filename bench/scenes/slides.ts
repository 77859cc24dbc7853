/** Slides of five seconds that enter and leave within one of them: four fifths of the frames equal the one before. */
import { page } from './page.ts';
import type { PageOptions, Scene } from './scene.ts';

const SLIDE_SECONDS = 5;
type SlideText = readonly [title: string, items: readonly string[]];

const TEXTS: readonly SlideText[] = [
  ['First slide', ['Enters within half a second', 'Then holds still', 'Until the next one']],
  ['Second slide', ['The same again', 'With other words']],
  ['Third slide', ['Most frames equal the one before', 'Only the transitions move']],
  ['Fourth slide', ['And a last one']],
];

/** What the slides of so many seconds say. */
export function slideTexts(seconds: number): readonly SlideText[] {
  const count = Math.max(1, Math.ceil(seconds / SLIDE_SECONDS));
  return Array.from({ length: count }, (_, index) => TEXTS[index % TEXTS.length] as SlideText);
}

function slidesPage({ width, height, seconds }: PageOptions): string {
  const texts = slideTexts(seconds);
  const sections = texts.map(([title, items]) => {
    const list = items.map((item) => `<li>${item}</li>`).join('');
    return `      <section class="slide"><h1>${title}</h1><ul>${list}</ul><div class="bar"></div></section>`;
  });
  return page({
    id: 'slides',
    title: 'Slides that mostly hold still',
    width,
    height,
    seconds,
    css: `      #root { background: #f6f1e7; color: #1f2a33; font-family: 'Bench Sans', sans-serif; }
      .slide { position: absolute; inset: 0; padding: 140px 160px; box-sizing: border-box; opacity: 0; }
      .slide h1 { font-size: 110px; margin: 0 0 40px; }
      .slide li { font-size: 54px; line-height: 1.6; }
      .bar { position: absolute; left: 160px; bottom: 120px; width: 640px; height: 26px; border-radius: 13px; background: #d2553f; }`,
    body: sections.join('\n'),
    script: `      document.querySelectorAll('.slide').forEach((slide, index) => {
        const at = index * ${SLIDE_SECONDS};
        tl.fromTo(slide, { opacity: 0, x: 120 }, { opacity: 1, x: 0, duration: 0.6, ease: 'power2.out' }, at);
        if (index < ${texts.length - 1}) tl.to(slide, { opacity: 0, x: -120, duration: 0.4, ease: 'power2.in' }, at + 4.6);
      });`,
  });
}

export const slides: Scene = { page: slidesPage };
