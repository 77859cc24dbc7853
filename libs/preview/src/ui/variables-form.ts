/** A form made from the declarations of the composition; what its values break is said in the words of a render. */
import type { InputIssue } from '@framefarm/contract';
import type { PreviewState } from '../protocol.js';
import { box, button, element, make } from './elements.js';
import { createField, type Field } from './variable-field.js';

/** Pause in typing after which the values are taken, ms. */
const TYPING_MS = 250;

export interface VariablesForm {
  show(state: PreviewState): void;
}

/** `send` gets all values that are to be given. */
export function createVariablesForm(send: (values: Record<string, unknown>) => void): VariablesForm {
  const form = element('variables', HTMLFormElement);
  const reset = button('reset');
  const general = make('p', 'issue');
  let fields: Field[] = [];
  let declared = '';
  let given: Record<string, unknown> = {};
  let timer = 0;
  let isSending = false;

  const take = (id: string, value: unknown): void => {
    given = { ...given, [id]: value };
    isSending = true;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      isSending = false;
      send(given);
    }, TYPING_MS);
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  reset.addEventListener('click', () => {
    given = {};
    isSending = false;
    window.clearTimeout(timer);
    send(given);
    // The button goes with the last value that was given.
    fields[0]?.focus();
  });

  return {
    show: (state) => {
      const text = JSON.stringify(state.declarations);
      if (text !== declared) {
        declared = text;
        fields = state.declarations.map((declaration) => createField(declaration, take));
        form.replaceChildren(general, ...fields.map((field) => field.element));
      }
      // What is being typed is newer than what comes from the server.
      if (!isSending) {
        given = Object.fromEntries(state.given.map((id) => [id, state.values[id]]));
        for (const field of fields) field.setValue(state.values[field.id]);
      }
      const own = new Set(fields.map(({ id }) => id));
      for (const field of fields) field.setIssue(messageFor(state.issues, field.id));
      general.textContent = state.issues
        .filter(({ field }) => field === undefined || !own.has(field))
        .map(({ message }) => message)
        .join('\n');
      general.hidden = general.textContent === '';
      reset.hidden = state.given.length === 0;
      form.hidden = fields.length === 0 && general.hidden;
      box('variables-none').hidden = fields.length > 0;
    },
  };
}

function messageFor(issues: readonly InputIssue[], id: string): string {
  return issues
    .filter(({ field }) => field === id)
    .map(({ message }) => message)
    .join('\n');
}
