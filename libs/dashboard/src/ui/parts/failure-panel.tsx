/** Why a render failed, with what to do. */
import type { Render } from '../api/objects.js';
import { words } from '../figures.js';
import { visibleText } from '../visible-text.js';

export function FailurePanel({ error }: { readonly error: NonNullable<Render['error']> }) {
  return (
    <section class="card failure" aria-label="Failure">
      <h2>
        <code>{error.code}</code>
        {error.stage === null ? '' : ` during ${words(error.stage)}`}
      </h2>
      <p class="wrapped">{visibleText(error.message)}</p>
      {error.hint !== '' && <p class="wrapped">{error.hint}</p>}
      <p class="dim">
        {error.owner === 'user' ? 'The composition or the request has to change.' : 'The farm has to be looked at.'}{' '}
        {error.retryable ? 'The same render may succeed if it is tried again.' : ''}
      </p>
    </section>
  );
}
