/** The elements of the document, by id and kind; a missing one is a fault of the page's own files. */
export function element<T extends Element>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`index.html has no ${kind.name} with the id ${id}`);
}

export const button = (id: string): HTMLButtonElement => element(id, HTMLButtonElement);
export const input = (id: string): HTMLInputElement => element(id, HTMLInputElement);
export const select = (id: string): HTMLSelectElement => element(id, HTMLSelectElement);
export const box = (id: string): HTMLElement => element(id, HTMLElement);

/** Makes an element with a class, a text and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  content: string | readonly Node[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  if (typeof content === 'string') made.textContent = content;
  else made.append(...content);
  return made;
}

/** Fills a list of choices; the first value that equals `chosen` is selected. */
export function fillSelect(
  target: HTMLSelectElement,
  choices: readonly { readonly value: string; readonly label: string }[],
  chosen: string,
): void {
  target.replaceChildren(
    ...choices.map(({ value, label }) => new Option(label, value, value === chosen, value === chosen)),
  );
}

export const isPressed = (target: HTMLButtonElement): boolean => target.getAttribute('aria-pressed') === 'true';
export const press = (target: HTMLButtonElement, pressed: boolean): void =>
  target.setAttribute('aria-pressed', String(pressed));

/** How much of a slider is filled, for its style. */
export function fillSlider(slider: HTMLInputElement): void {
  const max = Number(slider.max);
  slider.style.setProperty('--fill', `${max > 0 ? (Number(slider.value) / max) * 100 : 0}%`);
}
