import { describe, expect, it } from 'vitest';
import { askInAttribute, askInSheet } from '../../../libs/composition/src/style/readable-backgrounds.js';

const PICTURE = 'https://pictures.example/a.png';

describe('pictures of other origins in styles', () => {
  it.each([
    [
      `background: center / cover url(${PICTURE}) no-repeat; color: red`,
      `background: center / cover url(${PICTURE}) no-repeat; background: center / cover url("${PICTURE}" cross-origin(anonymous)) no-repeat; color: red`,
    ],
    [
      `background-image: url( "//pictures.example/a.png" ), url('${PICTURE}') !important`,
      `background-image: url( "//pictures.example/a.png" ), url('${PICTURE}') !important;background-image: url("//pictures.example/a.png" cross-origin(anonymous)), url('${PICTURE}' cross-origin(anonymous)) !important`,
    ],
  ])('are asked for as ones that may be read, behind what the author wrote: %s', (style, asking) => {
    expect(askInAttribute(style)).toBe(asking);
  });

  it('are found in rules inside of others and in keyframes', () => {
    const asking = askInSheet(
      `@media all { .a { .b { background: url(${PICTURE}) } } } @keyframes k { to { border-image: url(${PICTURE}) 4 } }`,
    );
    expect(asking?.match(/cross-origin\(anonymous\)/g)).toHaveLength(2);
  });

  it.each([
    'background: url(assets/a.png)',
    'background: url(data:image/png;base64,//AA)',
    `mask-image: url(${PICTURE})`,
    `--own: url(${PICTURE})`,
    `background: url("${PICTURE}" cross-origin(use-credentials))`,
    'color: red',
  ])('leave alone what is no such picture, or asked for by its author: %s', (style) => {
    expect(askInAttribute(style)).toBeNull();
    expect(askInSheet(`a { ${style} }`)).toBeNull();
  });

  it('leave fonts and imports as they are', () => {
    expect(
      askInSheet(`@import url(${PICTURE}); @font-face { font-family: A; src: url(https://fonts.example/a.woff2) }`),
    ).toBeNull();
  });
});
