/** Why a render failed, with what to do. */
import type { Failure } from '../api/types.js';

export function FailurePanel({ error }: { readonly error: Failure }) {
  return (
    <section class="card failure" aria-label="Failure">
      <h2>
        <code>{error.code}</code>
        {error.stage === null ? '' : ` while it was in ${error.stage}`}
      </h2>
      <p class="wrapped">{error.message}</p>
      {error.hint !== undefined && error.hint !== '' && <p class="wrapped dim">{error.hint}</p>}
      <p class="dim">
        {error.owner === 'user' ? 'The composition or the request has to change.' : 'The farm has to be looked at.'}{' '}
        {error.retryable ? 'The same render may succeed if it is tried again.' : ''}
      </p>
    </section>
  );
}
