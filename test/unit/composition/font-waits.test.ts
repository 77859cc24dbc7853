import { addFontWaits } from '@framefarm/composition';
import { describe, expect, it } from 'vitest';

const WAIT = /<script>__framefarmFontWait\([^<]*\)<\/script>/g;
const waits = (body: string): string =>
  addFontWaits(`<!DOCTYPE html><html><head></head><body>${body}</body></html>`, { families: [], texts: [] })
    .replaceAll(WAIT, '|')
    .replace(/^.*<body>|<\/body>.*$/g, '');

describe('scripts wait for the fonts', () => {
  it.each([
    [
      'of what stands before them, once for those that follow each other',
      '<p>a</p>|<script>1</script><script src="b.js"></script>',
    ],
    ['again for what stands between them', '<p>a</p>|<script>1</script><i></i> |<script>2</script>'],
    ['also inside of elements', '<div><p>a</p>|<script type="text/javascript">1</script></div>'],
    [
      'where they run behind the parser, at the end',
      '<p>a</p><script type="module">1</script><script defer src="b.js"></script><p>b</p>|',
    ],
    ['not for nothing', '<style></style><script>1</script>'],
    ['where they are any', '<p>a</p>'],
    ['where they are JavaScript', '<p>a</p><script type="application/json">1</script>|<script type="">2</script>'],
    [
      'but not where none runs',
      '<p>a</p><svg><script>1</script></svg><noscript><script>2</script></noscript>|<script>3</script>',
    ],
  ])('%s', (_, expected) => {
    expect(waits(expected.replaceAll('|', ''))).toBe(expected);
  });

  it('and ask once for what they will show: fonts of the author, and all where they measure', () => {
    const [first, second] =
      addFontWaits('<p>a</p><script>1</script><p>b</p><script>2</script>', {
        families: ['</script>'],
        texts: ['baa', 'measureText 300 bold'],
      }).match(WAIT) ?? [];
    expect(first).toBe(
      '<script>__framefarmFontWait({"families":["\\u003c/script>"],"characters":" 03Tabdelmorstux","measured":{"weights":["300","400","700"],"styles":["normal"]}})</script>',
    );
    expect(second).toBe('<script>__framefarmFontWait()</script>');
  });
});
