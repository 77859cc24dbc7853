import { absoluteDocument } from '@framefarm/composition';
import { describe, expect, it } from 'vitest';

const URL_OF = 'https://preview.example/films/one/index.html?v=2';
const absolute = (body: string, head = '') => absoluteDocument(`<head>${head}</head><body>${body}</body>`, URL_OF);

describe('a document from elsewhere', () => {
  it('finds its parts where it lay', async () => {
    const html = await absolute(
      `<img src="a.png" srcset="a.png 1x, ../b.png 2x"><video src="/c.mp4" poster="./d.jpg"></video>
       <script src="../e.js"></script><div style="background: url(f.png)"></div><img src="//cdn.example/g.png">`,
      '<link rel="stylesheet" href="h.css">',
    );
    for (const found of [
      'src="https://preview.example/films/one/a.png"',
      'srcset="https://preview.example/films/one/a.png 1x, https://preview.example/films/b.png 2x"',
      'src="https://preview.example/c.mp4"',
      'poster="https://preview.example/films/one/d.jpg"',
      'src="https://preview.example/films/e.js"',
      'https://preview.example/films/one/f.png',
      'src="https://cdn.example/g.png"',
      'href="https://preview.example/films/one/h.css"',
    ]) {
      expect(html).toContain(found);
    }
  });

  it('does so in sheets and templates, and by its own base', async () => {
    const html = await absolute(
      '<template><img src="t.png"></template>',
      '<base href="/deep/"><style>@import "x.css"; p { background: url("y.png") }</style>',
    );
    expect(html).toContain('https://preview.example/deep/t.png');
    expect(html).toContain('@import "https://preview.example/deep/x.css"');
    expect(html).toContain('https://preview.example/deep/y.png');
    expect(html).not.toContain('<base');
  });

  it('keeps what names no file of its own', async () => {
    const html = await absolute(
      '<a href="#top"></a><img src="data:image/png;base64,AAAA"><use href="#shape"></use><img src="{{logo}}">',
    );
    expect(html).toContain('src="data:image/png;base64,AAAA"');
    expect(html).toContain('href="#shape"');
    expect(html).toContain('src="{{logo}}"');
  });
});

it('leaves what is no URL as it is written, a base too', async () => {
  const html = await absoluteDocument(
    '<base href="http://["><img src="//["><img src="a.png">',
    'https://host.example/d/',
  );
  expect(html).toContain('<img src="//["><img src="https://host.example/d/a.png">');
});
