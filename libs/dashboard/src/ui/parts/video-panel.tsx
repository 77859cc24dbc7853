/** The finished output: played, shown or saved. It is fetched with the key and held as a blob. */
import { useEffect, useState } from 'preact/hooks';
import { ApiError, call } from '../api/client.js';
import type { Render } from '../api/objects.js';
import { bytes } from '../figures.js';
import { visibleText } from '../visible-text.js';

/** Largest output that is loaded to be looked at, bytes; larger ones are saved only. */
const MAX_SHOWN = 256 * 2 ** 20;
const REVOKE_AFTER_MS = 60_000;

export function VideoPanel({ render }: { readonly render: Render }) {
  const [url, setUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const { output } = render;
  const shown =
    output !== null && /^(video\/(mp4|webm)|image\/gif)$/.test(output.contentType) && output.size <= MAX_SHOWN;
  const path = `/renders/${render.id}/output`;
  const load = async (): Promise<string> => {
    // Bytes, never a redirect to another origin: the page's policy allows its own only.
    const answer = await call(`${path}?redirect=false`);
    return URL.createObjectURL(await answer.blob());
  };
  useEffect(() => {
    if (!shown) return;
    let made: string | null = null;
    let ended = false;
    load()
      .then((loaded) => {
        if (ended) URL.revokeObjectURL(loaded);
        else {
          made = loaded;
          setUrl(loaded);
        }
      })
      .catch((error) => setProblem(error instanceof ApiError ? error.message : 'the output cannot be loaded'));
    return () => {
      ended = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [shown, path]);
  if (output === null) return null;
  const save = async (): Promise<void> => {
    try {
      const link = document.createElement('a');
      const href = url ?? (await load());
      link.href = href;
      link.download = output.fileName.split('/').pop() ?? 'output';
      link.click();
      // A blob that is not shown may go once the browser has taken it over.
      if (href !== url) setTimeout(() => URL.revokeObjectURL(href), REVOKE_AFTER_MS);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'the output cannot be loaded');
    }
  };
  return (
    <section class="card" aria-labelledby="output-title">
      <h2 id="output-title">Output</h2>
      {url !== null &&
        (output.contentType === 'image/gif' ? (
          <img class="shown" src={url} alt={`Output of render ${render.id}`} />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: compositions carry no captions of their own.
          <video class="shown" src={url} controls loop aria-label={`Output of render ${render.id}`} />
        ))}
      <p>
        <code class="wrapped">{visibleText(output.fileName)}</code>, {output.width}×{output.height},{' '}
        {output.durationSeconds.toFixed(1)} s, {output.frames} frames, {bytes(output.size)}
      </p>
      <p role="status" class="connection">
        {problem}
      </p>
      <button type="button" class="primary" onClick={() => void save()}>
        Save the file
      </button>
    </section>
  );
}
