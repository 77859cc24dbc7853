/** One field of the form: an input that suits the type of the variable. */
import type { VariableDeclaration } from '@framefarm/contract';
import { fillSelect, make } from './elements.js';

/** Texts this long are written in several lines. */
const LONG_TEXT = 60;

export interface Field {
  readonly id: string;
  readonly element: HTMLElement;
  /** Shows a value, unless its input is being used. */
  setValue(value: unknown): void;
  /** Shows what is wrong with the value; empty when nothing is. */
  setIssue(message: string): void;
  focus(): void;
}

interface Control {
  readonly target: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  /** What stands for the control in the field, where it is not the control alone. */
  readonly element?: HTMLElement;
  read(): unknown;
  write(value: unknown): void;
}

/** `taken` is called with each new value, whether or not it fits. */
export function createField(declaration: VariableDeclaration, taken: (id: string, value: unknown) => void): Field {
  const { id, label, unit } = declaration;
  const control = controlFor(declaration, () => taken(id, control.read()));
  const { target } = control;
  target.id = `variable-${id}`;
  target.addEventListener('input', () => taken(id, control.read()));
  const name = make('label', '', unit === undefined ? label : `${label} (${unit})`);
  name.htmlFor = target.id;
  const issue = make('p', 'issue');
  issue.id = `variable-${id}-issue`;
  issue.hidden = true;
  const isCheck = declaration.type === 'boolean';
  const line = isCheck ? make('div', 'check', [target, name]) : null;
  const element = make('div', 'field', [...(line === null ? [name, control.element ?? target] : [line]), issue]);
  return {
    id,
    element,
    setValue: (value) => {
      if (!element.contains(document.activeElement) || isCheck) control.write(value);
    },
    setIssue: (message) => {
      issue.textContent = message;
      issue.hidden = message === '';
      if (message === '') {
        target.removeAttribute('aria-invalid');
        target.removeAttribute('aria-describedby');
      } else {
        target.setAttribute('aria-invalid', 'true');
        target.setAttribute('aria-describedby', issue.id);
      }
    },
    focus: () => target.focus(),
  };
}

function controlFor(declaration: VariableDeclaration, changed: () => void): Control {
  switch (declaration.type) {
    case 'boolean':
      return checkbox();
    case 'enum':
      return choice(declaration);
    case 'number':
      return numberInput(declaration);
    case 'color':
      return colour(declaration, changed);
    default:
      return text(declaration);
  }
}

function checkbox(): Control {
  const target = make('input');
  target.type = 'checkbox';
  return {
    target,
    read: () => target.checked,
    write: (value) => {
      target.checked = value === true;
    },
  };
}

function choice({ options = [] }: VariableDeclaration): Control {
  const target = make('select');
  return {
    target,
    read: () => target.value,
    write: (value) => {
      const known = options.some((option) => option.value === value);
      // A value that was given and is none of the options is shown as it is, with what is wrong with it.
      const foreign = known || value === undefined ? [] : [{ value: String(value), label: String(value) }];
      fillSelect(target, [...foreign, ...options], String(value ?? ''));
    },
  };
}

function numberInput({ min, max, step, placeholder }: VariableDeclaration): Control {
  const target = make('input');
  // A text that is no number must reach the check, whose words are those of a render.
  target.inputMode = 'decimal';
  target.placeholder = placeholder ?? (min !== undefined && max !== undefined ? `${min} to ${max}` : '');
  target.addEventListener('keydown', (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const now = Number(target.value);
    if (by === undefined || target.value.trim() === '' || !Number.isFinite(now)) return;
    event.preventDefault();
    const next = Number((now + by * (step ?? 1)).toPrecision(12));
    target.value = String(Math.max(min ?? -Infinity, Math.min(max ?? Infinity, next)));
    target.dispatchEvent(new Event('input'));
  });
  return {
    target,
    read: () => {
      const typed = target.value.trim();
      return typed !== '' && Number.isFinite(Number(typed)) ? Number(typed) : target.value;
    },
    write: (value) => {
      target.value = plain(value);
    },
  };
}

function colour(declaration: VariableDeclaration, changed: () => void): Control {
  const target = make('input');
  target.placeholder = declaration.placeholder ?? '';
  const picker = make('input');
  picker.type = 'color';
  picker.setAttribute('aria-label', `${declaration.label}, colour picker`);
  const follow = (): void => {
    if (/^#[0-9a-f]{6}$/i.test(target.value)) picker.value = target.value;
  };
  picker.addEventListener('input', () => {
    target.value = picker.value;
    changed();
  });
  target.addEventListener('input', follow);
  return {
    target,
    element: make('div', 'color', [picker, target]),
    read: () => target.value,
    write: (value) => {
      target.value = plain(value);
      follow();
    },
  };
}

/** Texts, and fonts and images, whose values may be objects: these are written as JSON. */
function text({ type, maxLength, placeholder, default: initial }: VariableDeclaration): Control {
  const isLong = type === 'string' && String(initial ?? '').length > LONG_TEXT;
  const target = isLong ? make('textarea') : make('input');
  target.placeholder = placeholder ?? '';
  if (maxLength !== undefined && maxLength > 0) target.maxLength = maxLength;
  return {
    target,
    read: () => (type === 'string' ? target.value : objectOrText(target.value)),
    write: (value) => {
      target.value = plain(value);
    },
  };
}

function objectOrText(typed: string): unknown {
  if (!typed.trim().startsWith('{')) return typed;
  try {
    return JSON.parse(typed);
  } catch {
    return typed; // Not finished yet; the check will say that a text is what it got.
  }
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
