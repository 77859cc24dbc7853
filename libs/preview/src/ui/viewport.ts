/** Where the composition is seen: fitted or at its own size, with overlays; states and failures over it. */
import type { Failure } from '../protocol.js';
import { box, button, element, isPressed, make, press } from './elements.js';
import type { StageFrame } from './stage-frame.js';

export interface Viewport {
  readonly canvas: HTMLElement;
  /** Shows a frame that has its first picture in place of the one before. */
  show(frame: StageFrame, width: number, height: number): void;
  showLoading(words: string): void;
  showFailure(failure: Failure | null): void;
  readonly actions: Readonly<Record<'safeAreas' | 'grid' | 'zoom', () => void>>;
}

export function createViewport(): Viewport {
  const viewport = box('viewport');
  const canvas = box('canvas');
  const failureBox = box('failure');
  const zoom = button('toggle-zoom');
  let shown: StageFrame | null = null;
  let size = { width: 0, height: 0 };
  let failureText = '';
  canvas.classList.add('empty');

  const fit = (): void => {
    if (size.width === 0) return;
    const style = getComputedStyle(viewport);
    const room = {
      width: viewport.clientWidth - Number.parseFloat(style.paddingLeft) * 2,
      height: viewport.clientHeight - Number.parseFloat(style.paddingTop) * 2,
    };
    const scale = isPressed(zoom) ? 1 : Math.max(0.01, Math.min(room.width / size.width, room.height / size.height));
    canvas.style.width = `${size.width * scale}px`;
    canvas.style.height = `${size.height * scale}px`;
    for (const frame of canvas.querySelectorAll('iframe')) frame.style.transform = scale === 1 ? '' : `scale(${scale})`;
    viewport.classList.toggle('actual', isPressed(zoom));
    // What can be scrolled must be reachable by keyboard.
    if (isPressed(zoom)) viewport.tabIndex = 0;
    else viewport.removeAttribute('tabindex');
  };
  new ResizeObserver(fit).observe(viewport);

  const overlay = (id: string, toggleId: string): (() => void) => {
    const drawing = element(id, SVGSVGElement);
    const toggle = button(toggleId);
    const turn = (): void => {
      press(toggle, !isPressed(toggle));
      drawing.toggleAttribute('hidden', !isPressed(toggle));
    };
    toggle.addEventListener('click', turn);
    return turn;
  };
  const zoomed = (): void => {
    press(zoom, !isPressed(zoom));
    fit();
  };
  zoom.addEventListener('click', zoomed);

  return {
    canvas,
    show: (frame, width, height) => {
      size = { width, height };
      canvas.classList.remove('empty');
      frame.element.classList.remove('coming');
      shown?.remove();
      shown = frame;
      fit();
    },
    showLoading: (words) => {
      box('loading').textContent = words;
    },
    showFailure: (failure) => {
      const text = JSON.stringify(failure);
      if (text === failureText) return;
      failureText = text;
      failureBox.hidden = failure === null;
      if (failure === null) return failureBox.replaceChildren();
      failureBox.replaceChildren(
        make('h2', '', failure.title),
        make('p', '', failure.message),
        make('p', '', failure.hint),
      );
    },
    actions: {
      safeAreas: overlay('safe-areas', 'toggle-safe'),
      grid: overlay('grid', 'toggle-grid'),
      zoom: zoomed,
    },
  };
}
