/** Examples of request bodies; a test sends each of them. */

type Examples = Readonly<Record<string, { readonly summary: string; readonly value: object }>>;

/** The least that lint has nothing to say about, with one variable. */
const TITLE =
  '<!doctype html><html data-composition-variables=\'[{"id":"name","type":"string","label":"Name","default":"world"}]\'>' +
  '<body><div data-composition-id="title" data-no-timeline data-width="1280" data-height="720" data-start="0" data-duration="2">' +
  '<h1>Hello, <span id="name"></span></h1>' +
  '<script>document.getElementById("name").textContent = window.__hyperframes.getVariables().name;</script>' +
  '</div></body></html>';

export const EXAMPLES: readonly (readonly [path: string, method: 'post', examples: Examples])[] = [
  [
    '/renders',
    'post',
    {
      html: {
        summary: 'One HTML document',
        value: { source: { html: TITLE }, format: 'mp4', fps: 30, variables: { name: 'Ada' } },
      },
      files: {
        summary: 'Several files, draft quality, labels to find it again',
        value: {
          source: {
            files: {
              'index.html': TITLE.replace('<body>', '<head><link rel="stylesheet" href="style.css"></head><body>'),
              'style.css': 'h1 { color: teal }',
            },
          },
          quality: 'draft',
          labels: { project: 'launch' },
        },
      },
    },
  ],
  [
    '/batches',
    'post',
    {
      rows: {
        summary: 'One video per name',
        value: {
          source: { html: TITLE },
          rows: [{ name: 'ada' }, { name: 'grace' }],
          outputTemplate: 'greetings/{name}',
          concurrency: 2,
        },
      },
    },
  ],
  ['/render', 'post', { html: { summary: 'Render and wait', value: { html: TITLE, quality: 'draft' } } }],
  ['/render/stream', 'post', { html: { summary: 'Render and watch', value: { html: TITLE, quality: 'draft' } } }],
  ['/lint', 'post', { html: { summary: 'Lint one document', value: { html: TITLE } } }],
];
