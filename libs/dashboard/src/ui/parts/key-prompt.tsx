/** Asks for an API key where the farm wants one. */
import { useRef } from 'preact/hooks';
import { storedKey, storeKey } from '../api/client.js';

/** `error`: what the farm says to the key that was given. */
export function KeyPrompt({ error, onKey }: { readonly error: string; readonly onKey: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const refused = storedKey() === '' ? '' : error;
  const submit = (event: Event): void => {
    event.preventDefault();
    storeKey(field.current?.value.trim() ?? '');
    onKey();
  };
  return (
    <form class="card narrow" onSubmit={submit}>
      <h2>This farm asks for a key</h2>
      <p class="connection" role="alert">
        {refused}
      </p>
      <label for="api-key">API key</label>
      <input id="api-key" ref={field} type="password" autocomplete="off" required placeholder="ffk_…" />
      <p class="dim">It is kept until this tab is closed and sent to this farm only.</p>
      <button type="submit" class="primary">
        Use the key
      </button>
    </form>
  );
}
