/**
 * The frame that all scenes share: one document, one GSAP timeline that both programs find under `window.__timelines`. What the
 * composition format adds to a page's styles is written here, so that a bare browser shows the same.
 */

export interface PageParts {
  readonly id: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Length in seconds. */
  readonly seconds: number;
  readonly css: string;
  readonly body: string;
  /** Statements that fill the timeline `tl`. */
  readonly script: string;
  /** Value of `data-composition-variables`. */
  readonly variables?: readonly object[];
  /** Frames per second of the composition; default 30. */
  readonly fps?: number;
}

/**
 * Files of the scenes' typeface (Inter), which lie beside the page. Its name is nobody's: for well-known names contestants
 * bring files of their own, whose lines are not as high.
 */
export const FONT_FILES = [400, 700].map((weight) => ({ weight, name: `inter-latin-${weight}-normal.woff2` }));

const fontFace = ({ weight, name }: (typeof FONT_FILES)[number]): string =>
  `      @font-face { font-family: 'Bench Sans'; font-weight: ${weight}; src: url(${name}) format('woff2'); }`;

const attribute = (value: string): string => value.replaceAll('&', '&amp;').replaceAll("'", '&#39;');

export function page(parts: PageParts): string {
  const { id, title, width, height, seconds, css, body, script, variables, fps } = parts;
  const declared =
    variables === undefined ? '' : ` data-composition-variables='${attribute(JSON.stringify(variables))}'`;
  const rate = fps === undefined ? '' : ` data-fps="${fps}"`;
  return `<!doctype html>
<html${declared}>
  <head>
    <meta charset="utf-8" />
    <title>${title}</title>
    <script src="gsap.min.js"></script>
    <style>
${FONT_FILES.map(fontFace).join('\n')}
      * { text-rendering: geometricPrecision; }
      body { margin: 0; }
${css}
    </style>
  </head>
  <body>
    <div id="root" data-composition-id="${id}" data-start="0" data-duration="${seconds}" data-width="${width}" data-height="${height}"${rate}>
${body}
    </div>
    <script>
      const tl = gsap.timeline({ paused: true });
${script}
      window.__timelines = window.__timelines || {};
      window.__timelines[${JSON.stringify(id)}] = tl;
    </script>
  </body>
</html>
`;
}
