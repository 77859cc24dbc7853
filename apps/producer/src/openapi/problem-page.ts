/** What a problem code means, for whoever follows the `type` of a problem in a browser (http-api 4.3). Pure. */
import type { ErrorCode, ErrorEntry } from '@framefarm/contract';
import { escaped, htmlPage } from './html-page.js';

export function problemPage(code: ErrorCode, { title, status, hint, owner, retryable }: ErrorEntry): string {
  const facts = [
    ['HTTP status', String(status)],
    ['Who can change it', owner === 'user' ? 'whoever sent the request or wrote the composition' : 'the operator'],
    ['Worth the same try again', retryable ? 'yes' : 'no'],
  ];
  const list = facts.map(([name = '', text = '']) => `<dt>${escaped(name)}</dt><dd>${escaped(text)}</dd>`).join('');
  return htmlPage(
    `${escaped(code)}: framefarm`,
    `<h1>${escaped(title)}</h1><p><code>${escaped(code)}</code></p><p>${escaped(hint)}</p><dl>${list}</dl>
<p><a href="/docs">All calls of this service</a></p>`,
  );
}
