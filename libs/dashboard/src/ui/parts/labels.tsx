/** The labels of a render or batch. */
import { visibleText } from '../visible-text.js';

export function Labels({ labels }: { readonly labels: Readonly<Record<string, string>> }) {
  return (
    <>
      {Object.entries(labels).map(([key, value]) => (
        <span key={key}>
          <span class="label" title={visibleText(value)}>
            {visibleText(`${key}: ${value}`)}
          </span>{' '}
        </span>
      ))}
    </>
  );
}
