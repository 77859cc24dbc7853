/** What can be done with a render in its state. */
import { useState } from 'preact/hooks';
import { ApiError, send } from '../api/client.js';
import { hasEnded, type Render } from '../api/objects.js';

export function RenderActions({ render, onDone }: { readonly render: Render; readonly onDone: () => void }) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const act = async (action: 'cancel' | 'retry'): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      await send(`/renders/${render.id}/${action}`);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : `the render cannot be ${action}ed`);
    } finally {
      setBusy(false);
      onDone();
    }
  };
  const ended = hasEnded(render.status);
  const stopping = render.status === 'cancelling' || render.status === 'failing';
  return (
    <div class="actions">
      {!ended && (
        <button type="button" disabled={busy || stopping} onClick={() => void act('cancel')}>
          Cancel
        </button>
      )}
      {(render.status === 'failed' || render.status === 'cancelled') && (
        <button type="button" class="primary" disabled={busy} onClick={() => void act('retry')}>
          Retry
        </button>
      )}
      <p role="status" class="connection">
        {problem}
      </p>
    </div>
  );
}
