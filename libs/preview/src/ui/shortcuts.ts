/** Keys of the page, and the list of them. */
import { box, button, element, make } from './elements.js';

export interface Shortcut {
  /** As shown, e.g. `Shift ←`; one line stands for both directions. */
  readonly keys: readonly string[];
  /** Empty for the second direction of the line before. */
  readonly what: string;
  /** `KeyboardEvent.key`, with `Shift+` before it where the key is held. */
  readonly on: readonly string[];
  readonly act: () => void;
}

/** Elements that need the keys for themselves. */
const TYPING = 'input:not([type="range"]):not([type="checkbox"]), select, textarea, dialog[open] *';
/** Keys that activate what has the focus. */
const ACTIVATING = new Set([' ', 'Enter']);

export function installShortcuts(shortcuts: readonly Shortcut[]): () => void {
  const dialog = element('shortcuts', HTMLDialogElement);
  box('shortcut-list').replaceChildren(
    ...shortcuts
      .filter(({ what }) => what !== '')
      .flatMap(({ keys, what }) => {
        const shown = keys.flatMap((key, index) => [...(index === 0 ? [] : [new Text(' or ')]), make('kbd', '', key)]);
        return [make('dt', '', shown), make('dd', '', what)];
      }),
  );
  const open = (): void => {
    if (!dialog.open) dialog.showModal();
  };
  button('help').addEventListener('click', open);
  button('close-help').addEventListener('click', () => dialog.close());

  const byKey = new Map(shortcuts.flatMap((shortcut) => shortcut.on.map((key) => [key, shortcut] as const)));
  document.addEventListener(
    'keydown',
    (event) => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !(target instanceof Element)) return;
      if (target.matches(TYPING)) return;
      if (ACTIVATING.has(event.key) && target.matches('button, input[type="checkbox"], a')) return;
      // The volume slider keeps its own arrows.
      if (target.id === 'volume' && /^(Arrow|Home|End|Page)/.test(event.key)) return;
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const shortcut =
        byKey.get(event.shiftKey ? `Shift+${name}` : name) ?? (event.key === '?' ? byKey.get('?') : undefined);
      if (shortcut === undefined) return;
      event.preventDefault();
      shortcut.act();
    },
    { capture: true },
  );
  return open;
}
