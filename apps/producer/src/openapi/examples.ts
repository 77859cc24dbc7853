/** Examples of request bodies; a test sends each of them. */

type Examples = Readonly<Record<string, { readonly summary: string; readonly value: object }>>;

const TITLE =
  '<div data-composition-id="title" data-width="1280" data-height="720" data-start="0" data-duration="2"><h1>Hello</h1></div>';

export const EXAMPLES: readonly (readonly [path: string, method: 'post', examples: Examples])[] = [
  [
    '/renders',
    'post',
    {
      html: { summary: 'One HTML document', value: { source: { html: TITLE }, format: 'mp4', fps: 30 } },
      files: {
        summary: 'Several files, draft quality, labels to find it again',
        value: {
          source: { files: { 'index.html': TITLE, 'style.css': 'h1 { color: teal }' } },
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
