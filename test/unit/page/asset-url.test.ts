import { describe, expect, it } from 'vitest';
import { assetUrlOf } from '../../../libs/page/src/scope/asset-url.js';

describe('the address of a file beside a composition', () => {
  it.each([
    ['index.html', 'a/b.png?c#d', '/a/b.png?c#d'],
    ['my parts/card.html', './a b.png', '/my%20parts/a%20b.png'],
    ['parts/deep/card.html', '../a.png', '/parts/a.png'],
    ['parts/card.html', '../../../a.png', '/a.png'],
    ['parts/card.html', '/a.png', '/a.png'],
    ['parts/card.html', 'https://a.example/b.png', 'https://a.example/b.png'],
    ['parts/card.html', 'data:text/plain,a', 'data:text/plain,a'],
  ])('in %s: %s', (file, path, address) => {
    expect(assetUrlOf(file)(path)).toBe(address);
  });
});
